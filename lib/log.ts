import { Logger } from '@aws-lambda-powertools/logger';

/** Everything that is ever logged. Fields are ids, counts and types: never audio, text, keys or signed addresses. */
export type LogEvent =
  | 'request.answered'
  | 'request.crashed'
  | 'limiter.failed_open'
  | 'session.started'
  | 'sign_in.failed'
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
  | 'books.differ'
  | 'books.audited';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

const logger = new Logger({ serviceName: 'earshot' });

/** What an error may tell the log: its name, message and stack are ours or a library's, its `cause` may hold a customer's data. */
const describe = (error: unknown): LogFields =>
  error instanceof Error
    ? { error_name: error.name, error_message: error.message, error_stack: error.stack }
    : { error_name: typeof error };

export const log = {
  info: (event: LogEvent, fields: LogFields = {}): void => logger.info(event, { ...fields }),
  error: (event: LogEvent, error: unknown, fields: LogFields = {}): void =>
    logger.error(event, { ...fields, ...describe(error) }),
};
