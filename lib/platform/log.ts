import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { readConfig, textVariable } from './config.ts';
import type { LogEvent } from './log-events.ts';
import { metricsOf } from './metrics.ts';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Scope = { fields: LogFields; readonly startedAt?: number };

// These are not keys of the logger: work that one invocation leaves running would then log under the ids of the next one.
const scopes = new AsyncLocalStorage<Scope>();

/** Runs `work`. Every line logged during it has these fields, those of the enclosing scope, and those of `addLogFields`. */
export const withLogFields = <T>(fields: LogFields, work: () => T): T => {
  const outer = scopes.getStore();
  return scopes.run({ ...outer, fields: { ...outer?.fields, ...fields } }, work);
};

/** `withLogFields` for background work. Each line also has `duration_ms`, the time since its start. */
export const withTimedLog = <T>(fields: LogFields, work: () => T): T =>
  scopes.run({ fields: { ...scopes.getStore()?.fields, ...fields }, startedAt: performance.now() }, work);

/** Adds fields, when they become known, to every later line of the current scope. */
export const addLogFields = (fields: LogFields): void => {
  const scope = scopes.getStore();
  if (scope) scope.fields = { ...scope.fields, ...fields };
};

const fieldsNow = (): LogFields => {
  const { fields, startedAt } = scopes.getStore() ?? {};
  return startedAt === undefined
    ? { ...fields }
    : { ...fields, duration_ms: Math.round(performance.now() - startedAt) };
};

/**
 * An error's name, message and stack come from us or a library. Its `cause` may contain a customer's data and is never
 * logged.
 */
const describe = (error: unknown): LogFields =>
  error instanceof Error
    ? { error_name: error.name, error_message: error.message, error_stack: error.stack }
    : { error_name: typeof error };

type Writer = Pick<Logger, 'info' | 'error' | 'addContext'>;

/** Opens the log on `writer`: one line per event, with the fields of its scope and the metrics that count it. */
export const openLog = (writer: Writer) => {
  const complete = (event: LogEvent, fields: LogFields) => ({ ...fields, ...metricsOf(event, fields) });
  return {
    info: (event: LogEvent, fields: LogFields = {}): void =>
      writer.info(event, complete(event, { ...fieldsNow(), ...fields })),
    error: (event: LogEvent, error: unknown, fields: LogFields = {}): void =>
      writer.error(event, complete(event, { ...fieldsNow(), ...fields, ...describe(error) })),
    /** Runs one invocation. Its lines name the function, and tell whether this was a cold start. */
    invocation: <T>(context: Context, work: () => T): T => {
      writer.addContext(context);
      return withLogFields({ function_request_id: context.awsRequestId }, work);
    },
  };
};

const { POWERTOOLS_SERVICE_NAME: serviceName } = readConfig({
  POWERTOOLS_SERVICE_NAME: textVariable.default('earshot'),
});

export const log = openLog(new Logger({ serviceName }));
