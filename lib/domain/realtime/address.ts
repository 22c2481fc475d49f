import * as z from 'zod';
import { AppError } from '#lib/platform/errors.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { Mode, modeOf, projectOf, tenantOf } from '#lib/platform/tenant.ts';
import type { SessionRef } from './session.ts';

/** The base URL of WebSockets. Throws `capability_unavailable` if the operator has turned realtime sessions off. */
export const requireBaseUrl = (baseUrl: string | undefined): string => {
  if (baseUrl !== undefined) return baseUrl;
  throw new AppError('capability_unavailable', 'This deployment has no realtime sessions.');
};

/** The address of a session's WebSocket. It names the session and holds no credential. `baseUrl` is that of the stage. */
export const webSocketUrl = (baseUrl: string, { tenant, id }: SessionRef): string => {
  const query = new URLSearchParams({ project: projectOf(tenant), mode: modeOf(tenant), session: id });
  return `${baseUrl}?${query.toString()}`;
};

/** The query of such an address, and the last event that the client has. */
export const AddressQuery = z
  .object({
    project: z.string().regex(idPattern('prj')),
    mode: Mode,
    session: z.string().regex(idPattern('rts')),
    after: z.coerce.number().int().nonnegative().default(0),
  })
  .transform(({ project, mode, session: id, after: afterEventId }) => ({
    ref: { tenant: tenantOf(project, mode), id } satisfies SessionRef,
    afterEventId,
  }));
