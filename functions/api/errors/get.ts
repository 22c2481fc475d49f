import * as contracts from '#lib/domain/about/contracts.ts';
import { errorsPage } from '#lib/domain/about/errors-page.ts';
import { publicEndpoint } from '#lib/platform/http/endpoint.ts';

const page = errorsPage();

export const handler = publicEndpoint(contracts.getErrors, async () => page);
