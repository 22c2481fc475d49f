import type { LogFields } from '#lib/platform/log.ts';
import { tenantLogFields } from '#lib/platform/tenant.ts';
import type { SessionRef } from './session.ts';

/** The fields of every log line about a session. */
export const sessionLogFields = ({ tenant, id }: SessionRef): LogFields => ({
  ...tenantLogFields(tenant),
  realtime_session_id: id,
});
