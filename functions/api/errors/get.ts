import * as contracts from '#lib/about/contracts.ts';
import { errorsPage } from '#lib/about/errors-page.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';

const page = errorsPage();

export const handler = publicEndpoint(contracts.getErrors, async () => page);
