import { asyncApiDocument } from '#lib/domain/realtime/asyncapi.ts';
import * as contracts from '#lib/domain/realtime/contracts.ts';
import { publicRoute } from '../../http/public.ts';

const document = asyncApiDocument();

export const handler = publicRoute(contracts.getAsyncApi, async () => document);
