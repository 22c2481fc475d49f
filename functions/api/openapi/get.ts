import * as contracts from '#lib/domain/about/contracts.ts';
import { openApiDocument } from '#lib/platform/openapi/document.ts';
import { operations } from '../../contracts.ts';
import { publicRoute } from '../../http/public.ts';

const document = openApiDocument(operations);

export const handler = publicRoute(contracts.getOpenApi, async () => document);
