import * as contracts from '#lib/domain/about/contracts.ts';
import { publicEndpoint } from '#lib/platform/http/endpoint.ts';
import { openApiDocument } from '#lib/platform/openapi/document.ts';
import { operations } from '../../contracts.ts';

const document = openApiDocument(operations);

export const handler = publicEndpoint(contracts.getOpenApi, async () => document);
