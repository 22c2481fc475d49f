import { type SpeechModel, speechModels } from '#lib/speech/engines/models.ts';
import { randomInt } from 'node:crypto';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { countedSession } from '#lib/domain/auth/counted-session.ts';
import type { IdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import type { CheckoutOrder, CreateCheckoutDeps } from '#lib/domain/billing/create-checkout.ts';
import type { ChangeTopUpDeps } from '#lib/domain/billing/change-top-up.ts';
import type { ExpireCheckoutsDeps } from '#lib/domain/billing/expire-checkouts.ts';
import type { GetReceiptDeps } from '#lib/domain/billing/get-receipt.ts';
import type { ListSubscriptionsDeps } from '#lib/domain/billing/list-subscriptions.ts';
import type { OpenPortalDeps } from '#lib/domain/billing/open-portal.ts';
import { overLimit } from '#lib/domain/billing/spend-limit.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { stopTopUp } from '#lib/domain/billing/top-up.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import * as files from '#lib/domain/files/file-repository.ts';
import type { MailInvitationDeps } from '#lib/domain/organizations/members/mail-invitation.ts';
import { findOrganization, organizationExists } from '#lib/domain/organizations/organization-repository.ts';
import type { FetchMessage } from '#lib/domain/transcriptions/messages.ts';
import { recording } from '#lib/domain/requests/recording.ts';
import { sessionEraser } from '#lib/domain/realtime/erase-session.ts';
import { allowance } from '#lib/domain/realtime/allowance.ts';
import { dynamoSessionRepository, dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { withWebhookEvents } from '#lib/domain/transcriptions/with-webhook-events.ts';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { findUpload, putUpload } from '#lib/domain/uploads/upload-repository.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import { jobUrlChecker } from '#lib/domain/webhooks/check-job-url.ts';
import { testCounter } from '#lib/domain/webhooks/count-test.ts';
import type { WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import type { Mail } from '#lib/platform/aws/mail.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { memoryBucket } from './memory-bucket.ts';
import { openTranslator } from '#lib/speech/translation/open-translator.ts';
import { products } from './stripe-events.ts';

const consoleOrigin = 'https://console.example';

/** The dependencies of all functions: a real table, buckets and queues in memory, and a clock that tests set. */
export const functionDeps = (table: Table, limits: Limits = Limits.parse({})) => {
  // Sessions and keys are created at this time too, so that a test can advance the clock.
  const clock = { now: new Date('2026-11-20T10:00:00.000Z') };
  const now = () => clock.now;
  const audio = memoryBucket();
  const results = memoryBucket();
  const sent = {
    fetch: [] as FetchMessage[],
    split: [] as JobRef[],
    webhook: [] as WebhookMessage[],
    orders: [] as CheckoutOrder[],
    mails: [] as Mail[],
  };
  /** A send takes until the next turn of the event loop, so that a missing `await` fails the test. */
  const queue =
    <Message>(messages: Message[]): Send<Message> =>
    async (message) => {
      await new Promise(setImmediate);
      messages.push(message);
    };
  const sources = {
    findUpload: (tenant: Tenant, id: string) => findUpload(table, { tenant, id }),
    findFile: (tenant: Tenant, id: string) => files.findFile(table, { tenant, id }),
  };
  const recordUpload = uploadRecorder({ table, bucket: audio, now });
  const provider: IdentityProvider = {
    authorizationUrl: async () => 'https://sign-in.example/authorize',
    userOf: async () => ({ id: randomId('usr'), email: 'ada@example.com', name: 'Ada' }),
    endSessionUrl: async () => 'https://sign-in.example/logout',
  };
  const sale: Pick<CreateCheckoutDeps, 'openCheckout' | 'createCustomer'> &
    Pick<OpenPortalDeps, 'openPortal'> &
    Pick<ListSubscriptionsDeps, 'subscriptionsOf'> &
    Pick<ExpireCheckoutsDeps, 'expireCheckoutsOf'> &
    Pick<GetReceiptDeps, 'receiptOf'> &
    Pick<ChangeTopUpDeps, 'cardOf'> = {
    createCustomer: async (organizationId) => `cus_${organizationId}`,
    openCheckout: async (order) => {
      sent.orders.push(order);
      return { value: { id: 'cs_1', url: 'https://checkout.example/1' }, replayed: false };
    },
    openPortal: async (customerId, returnUrl) =>
      `https://portal.example/${customerId}?${new URLSearchParams({ returnUrl }).toString()}`,
    expireCheckoutsOf: async () => {},
    subscriptionsOf: async () => [],
    cardOf: async () => ({ id: 'pm_1', brand: 'visa', last4: '4242' }),
    receiptOf: async (paymentId) => `https://receipt.example/${paymentId}`,
  };
  const sendWebhook = queue(sent.webhook);
  const mailing: Pick<MailInvitationDeps, 'sendMail'> = { sendMail: queue(sent.mails) };
  const authClock = { now, random: randomInt };
  const models: readonly SpeechModel[] = [speechModels['moonshine-tiny']];
  const jobs = dynamoTranscriptionRepository(table, limits);
  const deps = {
    table,
    authenticate: recording(authenticator(table, limits.requestsPerMinute, authClock), { table, now }),
    newId: () => randomId('evt'),
    access: { origin: consoleOrigin, countSession: countedSession(table, 1_000, authClock) },
    store: withWebhookEvents(jobs, sendWebhook),
    audio,
    results,
    ...sources,
    listFiles: (tenant: Tenant, page: Parameters<typeof files.listFiles>[2]) =>
      files.listFiles(table, tenant, page),
    expireFile: (tenant: Tenant, id: string, at: Date) => files.expireFile(table, { tenant, id }, at),
    register: (file: RegisteredFile, at: Date) => files.registerFile(table, file, at),
    sessions: dynamoSessionRepository(table, limits),
    eraseSession: sessionEraser(dynamoSessions(table)),
    allowance: allowance({ table, prepaid: true, testQuota: testQuotaOf(limits), now }),
    isOverLimit: overLimit(table, now),
    realtimeUrl: 'wss://rt.example/realtime',
    post: async () => true,
    close: async () => {},
    putUpload: (upload: Upload) => putUpload(table, upload),
    recordUpload,
    recordLateBytes: lateBytesRecorder({ table, bucket: audio }),
    sign: async () => ({ url: 'https://audio.example/', fields: { policy: 'signed' } }),
    sendFetch: queue(sent.fetch),
    sendSplit: queue(sent.split),
    send: sendWebhook,
    ...mailing,
    sendWebhook,
    countTest: testCounter(table, limits.webhookTestsPerMinute, authClock),
    holdFor: holdFor({ prepaid: true, recordUpload, ...sources }),
    allow: [],
    models,
    translation: { targetsOf: (_language: string): string[] => [] },
    translator: openTranslator('none'),
    retentionDays: 30,
    sleep: async (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    beginWait: waitLimiter({ table, now, random: randomInt, newOwner: () => randomId('own') }, limits),
    encrypt: async (text: string) => Buffer.from(text).toString('base64'),
    checkUrl: async (_url: string) => {},
    checkWebhookUrl: jobUrlChecker(table, async () => {}),
    provider,
    origin: consoleOrigin,
    secret: async () => 'signs-the-cookie',
    products,
    prepaid: true,
    ...sale,
    isSigned: (_body: Buffer, signature: string | undefined) => signature === 'ours',
    payments: dynamoPaymentRepository(table),
    organizationExists: (id: string) => organizationExists(table, id),
    isDeleted: async (id: string) => (await findOrganization(table, id)) === undefined,
    stopTopUp: (id: string) => stopTopUp(table, id, 'returned'),
    isLive: async () => false,
    invoiceOf: async () => undefined,
    limits,
    now,
  };
  return { deps, clock, audio, results, sent };
};
export type FunctionDeps = ReturnType<typeof functionDeps>['deps'];
