import * as z from 'zod';
import { changeContract, contract, createContract } from '#lib/platform/http/contract.ts';
import { exampleId, modeField, pathId } from '#lib/platform/http/parameters.ts';
import * as api from './contracts.ts';
import { DeliveriesQuery } from './deliveries-query.ts';
import { NewProjectWebhook } from './views.ts';

// The API's own contracts, but authenticated by session and not by key, so each request names its project and mode.
const project = {
  project_id: pathId('prj', 'The project that the webhook belongs to.'),
  mode: modeField,
};
const InProject = z.strictObject(project);

export const registerWebhook = createContract({
  ...api.createWebhook,
  operationId: 'registerProjectWebhook',
  body: {
    schema: NewProjectWebhook,
    example: { project_id: exampleId('prj'), url: 'https://hooks.example.com/earshot' },
  },
  // A Location header would name a path of the API, which does not accept a session.
  location: undefined,
  errors: [...api.createWebhook.errors, 'not_found'],
});

export const listWebhooks = contract({
  ...api.listWebhooks,
  operationId: 'listProjectWebhooks',
  query: InProject,
  errors: ['not_found'],
});

export const getWebhook = contract({
  ...api.getWebhook,
  operationId: 'getProjectWebhook',
  query: InProject,
});

export const changeWebhook = changeContract({
  ...api.changeWebhook,
  operationId: 'changeProjectWebhook',
  query: InProject,
});

export const deleteWebhook = contract({
  ...api.deleteWebhook,
  operationId: 'deleteProjectWebhook',
  query: InProject,
});

export const rotateSecret = contract({
  ...api.rotateSecret,
  operationId: 'rotateProjectWebhookSecret',
  query: InProject,
});

export const testWebhook = contract({
  ...api.testWebhook,
  operationId: 'testProjectWebhook',
  query: InProject,
});

export const listDeliveries = contract({
  ...api.listDeliveries,
  operationId: 'listProjectWebhookDeliveries',
  query: DeliveriesQuery.extend(project),
});

export const redeliver = contract({
  ...api.redeliver,
  operationId: 'redeliverOfProject',
  query: InProject,
});

export const getDelivery = contract({
  ...api.getDelivery,
  operationId: 'getProjectWebhookDelivery',
  query: InProject,
});

export const redeliverFailed = changeContract({
  ...api.redeliverFailed,
  operationId: 'redeliverFailedOfProject',
  query: InProject,
});
