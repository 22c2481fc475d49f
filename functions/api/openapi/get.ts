import * as contracts from '#lib/about/contracts.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { operations } from '../../contracts.ts';

const document = openApiDocument(operations);

export const handler = publicEndpoint(contracts.getOpenApi, async () => document);
