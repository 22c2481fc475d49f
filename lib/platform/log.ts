import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';

/** Everything that is ever logged. Fields are ids, counts and types: never audio, text, keys, e-mail or signed addresses. */
export type LogEvent =
  | 'request.answered'
  | 'request.crashed'
  | 'limiter.failed_open'
  | SecurityEvent
  | 'sign_in.failed'
  | 'session.renewal_failed'
  | 'upload.received'
  | 'upload.ignored'
  | 'transcription.send_failed'
  | 'transcription.fetched'
  | 'transcription.split'
  | 'transcription.chunk_recognized'
  | 'transcription.completed'
  | 'transcription.failed'
  | 'transcription.deleted'
  | 'transcription.clean_up_failed'
  | 'lease.renewal_failed'
  | 'place.update_failed'
  | 'wait.not_limited'
  | 'record.hide_failed'
  | 'record.deferred'
  | 'record.retried'
  | 'record.dead'
  | 'webhook.send_failed'
  | 'webhook.attempted'
  | 'webhook.disabled'
  | 'webhook.sweep_failed'
  | 'webhook.swept'
  | 'sweep.push_failed'
  | 'sweep.finished'
  | 'payment.recorded'
  | 'payment.ignored'
  | 'payment.provider_failed'
  | 'payment.refused'
  | 'payment.uncredited'
  | 'payment.unreadable'
  | 'books.differ'
  | 'books.audited';

/** The audit trail: who did what to keys, secrets and sessions, and who was refused. */
type SecurityEvent =
  | 'key.created'
  | 'key.first_used'
  | 'key.refused'
  | 'key.revoked'
  | 'session.started'
  | 'session.ended'
  | 'sessions.ended'
  | 'sign_in.refused'
  | 'webhook.registered'
  | 'webhook.changed'
  | 'webhook.secret_rotated'
  | 'webhook.deleted'
  | 'cross_site.refused'
  | 'permission.denied';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const logger = new Logger({ serviceName: 'earshot' });

// Not keys of the logger: what one request leaves running would write under the next request's.
const ofRequest = new AsyncLocalStorage<Record<string, LogFields[string]>>();

/** Does the work of one request; every line logged meanwhile has these fields, and those that `logAbout` adds. */
export const logRequest = <T>(fields: LogFields, work: () => T): T => ofRequest.run({ ...fields }, work);

/** Adds fields to every further line of this request: who asks, as soon as that is known. */
export const logAbout = (fields: LogFields): void => {
  Object.assign(ofRequest.getStore() ?? {}, fields);
};

/** The fields of a line, with those of its request. */
export const withRequest = (fields: LogFields): LogFields => ({ ...ofRequest.getStore(), ...fields });

/** What an error may tell the log: its name, message and stack are ours or a library's, its `cause` may hold a customer's data. */
const describe = (error: unknown): LogFields =>
  error instanceof Error
    ? { error_name: error.name, error_message: error.message, error_stack: error.stack }
    : { error_name: typeof error };

export const log = {
  info: (event: LogEvent, fields: LogFields = {}): void => logger.info(event, { ...withRequest(fields) }),
  error: (event: LogEvent, error: unknown, fields: LogFields = {}): void =>
    logger.error(event, { ...withRequest(fields), ...describe(error) }),
};
