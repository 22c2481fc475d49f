import type { Route } from '#functions/routes.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { startSession } from '#lib/domain/auth/session-repository.ts';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import type { Role } from '#lib/domain/organizations/roles.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import type { JobError, Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { sessionCookie } from '#lib/platform/http/cookies.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { type Mode, tenantOf } from '#lib/platform/tenant.ts';
import { assertDocumented } from './documented.ts';
import { type FunctionDeps, functionDeps } from './function-deps.ts';
import { functionHandlers } from './function-handlers.ts';
import { grantedTable } from './granted-table.ts';
import { headersOf } from './headers-of.ts';
import { lambdaContext } from './http-event.ts';
import { aResult, aSegment } from './result.ts';
import { type Ask, eventOf } from './ask-event.ts';
import { aPaidKey } from './paid-key.ts';
import { anyTable } from './table.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON. */
  readonly body: any;
  readonly cookies: readonly string[];
};

/** A customer: a person who is signed in, with an organization, a project and an API key of each mode. */
export type Customer = {
  readonly user: { readonly id: string };
  readonly person: { readonly cookie: string };
  readonly organizationId: string;
  readonly projectId: string;
  readonly live: { readonly key: string };
  readonly test: { readonly key: string };
};

/** Sends requests to these handlers. Every answer is checked against the OpenAPI document. */
const caller =
  (handlers: ReturnType<typeof functionHandlers>) =>
  async (route: Route, ask: Ask = {}): Promise<Answer> => {
    const event = await eventOf(route, ask);
    const { remainingMs = 30_000 } = ask;
    const context = { ...lambdaContext, getRemainingTimeInMillis: () => remainingMs };
    const reply = await handlers[route](event, context);
    const { statusCode: status, body = '' } = reply;
    const text = reply.isBase64Encoded ? '' : body;
    const headers = headersOf(reply);
    const [method = ''] = route.split(' ');
    if (!reply.isBase64Encoded) assertDocumented({ method, path: event.rawPath, status, headers, text });
    const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status, headers, body: isJson ? JSON.parse(text) : text, cookies: reply.cookies ?? [] };
  };

/** The initial credit of each customer, in micro-dollars. */
const initialCredit = 10_000_000;

/** All HTTP functions on one real table. */
export const aFunctionWorld = async (limits?: Limits) => {
  const { table: whole } = await anyTable();
  const table = grantedTable(whole);
  const { deps, ...world } = functionDeps(table, limits);

  /** Calls the functions with some of their dependencies replaced. */
  const callWith = (replaced: Partial<FunctionDeps>) => caller(functionHandlers({ ...deps, ...replaced }));
  const call = callWith({});
  const aPerson = async (email = 'ada@example.com') => {
    const user = { id: randomId('usr'), email, name: 'Ada' };
    const cookie = `${sessionCookie}=${await startSession(table, user, { now: world.clock.now })}`;
    return { user, person: { cookie } };
  };

  const aKey = async (owner: Pick<Customer, 'organizationId' | 'projectId'>, mode: Mode) => {
    const { organizationId, projectId } = owner;
    return { key: await aPaidKey({ table, now: deps.now }, { organizationId, projectId, mode }) };
  };

  /** A customer. Pass `by` for a person who already has an organization. */
  const aCustomer = async (by?: Pick<Customer, 'user' | 'person'>): Promise<Customer> => {
    const { user, person } = by ?? (await aPerson());
    const made = { as: person, body: { name: 'Analytical Engines' } };
    const organization = await call('POST /api/platform/v1/organizations', made);
    const organizationId: string = organization.body.id;
    const params = { organization_id: organizationId };
    const project = await call('POST /api/platform/v1/organizations/{organization_id}/projects', {
      ...made,
      params,
    });
    const projectId: string = project.body.id;
    // Gives the organization credit that its first job can hold.
    const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
    await table.update({ key: creditsKey(organizationId), set, values: { ':amount': initialCredit } });
    const owner = { organizationId, projectId };
    return { user, person, ...owner, live: await aKey(owner, 'live'), test: await aKey(owner, 'test') };
  };

  const anInvitation = async ({ organizationId, person }: Customer, role: Role = 'developer') => {
    const { body } = await call('POST /api/platform/v1/organizations/{organization_id}/invitations', {
      as: person,
      params: { organization_id: organizationId },
      body: { email: 'ada@example.com', role },
    });
    const { id, url }: { id: string; url: string } = body;
    return { id, secret: url.split('/').at(-1) ?? '' };
  };

  /** The same organization and project for another person, who was invited with this role. */
  const aColleague = async (customer: Customer, role: Role = 'developer'): Promise<Customer> => {
    const { id, secret } = await anInvitation(customer, role);
    const { user, person } = await aPerson();
    await call('POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept', {
      as: person,
      body: { secret },
      params: { organization_id: customer.organizationId, invitation_id: id },
    });
    return { ...customer, user, person };
  };

  /** An upload whose bytes have arrived. */
  const anUpload = async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
    const body = { content_type: 'audio/mpeg', size_bytes: 5 };
    const { body: grant } = await call('POST /v1/transcription-uploads', { as: customer[mode], body });
    const key = uploadKey({ tenant: tenantOf(customer.projectId, mode), id: grant.id });
    await world.audio.put(key, 'audio', 'audio/mpeg');
    return grant.id;
  };

  const aJob = async (customer: Customer, mode: Mode = 'live', options: object = {}): Promise<string> => {
    const body = { upload_id: await anUpload(customer, mode), ...options };
    const answer = await call('POST /v1/transcriptions', { as: customer[mode], body });
    return answer.body.id;
  };

  const claimed = async (customer: Customer, id: string, mode: Mode): Promise<Transcription> => {
    const job = await deps.store.claim({ tenant: tenantOf(customer.projectId, mode), id }, deps.now());
    if (!job) throw new Error('The job cannot be claimed.');
    return job;
  };

  /** Runs the workers for a queued job. */
  const complete = async (
    customer: Customer,
    id: string,
    result = aResult([aSegment([0, 1_000], 'hello')]),
    mode: Mode = 'live',
  ) => {
    const job = await claimed(customer, id, mode);
    const split = await deps.store.markSplit(job, {
      chunkCount: 0,
      audioMs: 1_200,
      channels: 1,
      now: deps.now(),
    });
    if (typeof split !== 'object') throw new Error('The job cannot be split.');
    await world.results.put(resultKey(split), JSON.stringify(result), 'application/json');
    const ending = { now: deps.now(), detectedLanguage: 'en', billedMicroUsd: mode === 'live' ? 100 : 0 };
    await deps.store.complete(split, ending);
  };

  const fail = async (customer: Customer, id: string, error: JobError, mode: Mode = 'live') => {
    await deps.store.fail(await claimed(customer, id, mode), error, deps.now());
  };

  return {
    ...world,
    complete,
    fail,
    table,
    deps,
    call,
    callWith,
    aKey,
    aPerson,
    aCustomer,
    anInvitation,
    aColleague,
    anUpload,
    aJob,
    /** The stored job. */
    find: (customer: Customer, id: string, mode: Mode = 'live') =>
      deps.store.find({ tenant: tenantOf(customer.projectId, mode), id }),
    aCompletedJob: async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
      const id = await aJob(customer, mode);
      await complete(customer, id, undefined, mode);
      return id;
    },
    aFailedJob: async (customer: Customer, mode: Mode = 'live', options: object = {}): Promise<string> => {
      const id = await aJob(customer, mode, options);
      const error = { message: 'It took too long.', retryable: true, details: {} };
      await fail(customer, id, { type: 'processing_timeout', ...error }, mode);
      return id;
    },
    /** The id of a request that was recorded. */
    aRefusedRequest: async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
      const requestId = randomId('req');
      await call('POST /v1/files', { as: customer[mode], body: {}, requestId });
      return requestId;
    },
    aSession: async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
      const body = { audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 } };
      return (await call('POST /v1/realtime/sessions', { as: customer[mode], body })).body.id;
    },
    /** Spends the initial credit of a customer. */
    spendAll: async ({ organizationId }: Customer): Promise<void> => {
      const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
      await table.update({ key: creditsKey(organizationId), set, values: { ':amount': -initialCredit } });
    },
    /** A key of a new project without an organization, as cdk/create-api-key.ts makes them. */
    aKeyAlone: async () => ({
      key: await createApiKey({ table, now: deps.now }, { projectId: randomId('prj'), mode: 'live' }),
    }),
    aFile: async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
      const body = { upload_id: await anUpload(customer, mode) };
      return (await call('POST /v1/files', { as: customer[mode], body })).body.id;
    },
    aWebhook: async (customer: Customer, mode: Mode = 'live'): Promise<string> => {
      const body = { project_id: customer.projectId, mode, url: 'https://receiver.example/' };
      return (await call('POST /api/platform/v1/webhooks', { as: customer.person, body })).body.id;
    },
    /** A delivery of a test event to a webhook in live mode, before its first attempt. */
    aDelivery: async (customer: Customer, webhookId: string): Promise<string> => {
      const about = { params: { webhook_id: webhookId }, query: { project_id: customer.projectId } };
      const route = 'POST /api/platform/v1/webhooks/{webhook_id}/test';
      const { body } = await call(route, { as: customer.person, ...about });
      return body.delivery_id;
    },
  };
};
export type FunctionWorld = Awaited<ReturnType<typeof aFunctionWorld>>;
