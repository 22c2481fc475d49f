import * as contracts from '#lib/domain/about/contracts.ts';
import { documentedWebhooks } from '#lib/domain/webhooks/payload.ts';
import { openApiDocument } from '#lib/platform/openapi/document.ts';
import { operations } from '../../contracts.ts';
import { publicRoute } from '../../http/public.ts';

const document = openApiDocument(operations, documentedWebhooks);

export const handler = publicRoute(contracts.getOpenApi, async ({ origin }) => ({
  ...document,
  // Programs that load the document from a file need the address of its deployment.
  servers: [{ url: origin }],
}));
