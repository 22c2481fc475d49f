import { inProject } from './calls.ts';
import { create } from './create.ts';
import type { CreatedRealtimeSession, NewRealtimeSession, Tenant } from './types.ts';

export const createRealtimeSession = ({ projectId, mode }: Tenant, body: NewRealtimeSession) =>
  create<CreatedRealtimeSession>(`${inProject(projectId)}/realtime/sessions`, { query: { mode }, body });
