import { countVariable, readConfig, booleanVariable } from '#lib/platform/config.ts';
import { type Limits, limitsVariable } from '#lib/platform/limits/limits.ts';

/** The limits that the operator sets for customers. */
export const liveLimits = (): Limits => readConfig({ LIMITS: limitsVariable }).LIMITS;

export const liveRetentionDays = (): number =>
  readConfig({ RESULT_RETENTION_DAYS: countVariable }).RESULT_RETENTION_DAYS;

/** Whether realtime sessions are deployed. */
export const liveRealtime = (): boolean => readConfig({ REALTIME: booleanVariable }).REALTIME;

/** Whether a job needs credit. */
export const livePrepaid = (): boolean => readConfig({ PREPAID: booleanVariable }).PREPAID;
