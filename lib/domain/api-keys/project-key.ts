import * as z from 'zod';
import type { Change, Item, Key } from '#lib/platform/aws/table.ts';
import { leavePlaceIn, takePlaceIn } from '#lib/platform/limits/id-set.ts';

/** An API key as its project lists it. What a request with it is checked against is the key's own record, in lib/domain/auth. */
export const ProjectKey = z.object({
  projectId: z.string(),
  id: z.string(),
  /** The part of the key's text that names it. */
  keyId: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  createdAt: z.iso.datetime(),
  createdBy: z.object({ id: z.string(), email: z.string() }),
  expiresAt: z.iso.datetime().optional(),
  revokedAt: z.iso.datetime().optional(),
  fingerprint: z.string(),
});
export type ProjectKey = z.infer<typeof ProjectKey>;

export const hasExpired = ({ expiresAt }: Pick<ProjectKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== undefined && expiresAt <= now.toISOString();

export type ProjectKeyRef = Pick<ProjectKey, 'projectId' | 'id'>;

export const projectKeyKey = ({ projectId, id }: ProjectKeyRef): Key => ({
  pk: `${projectId}/${id}`,
  sk: 'api-key',
});

/** The list of a project's keys. */
export const keyList = (projectId: string): string => `${projectId}/api-keys`;

/** Enough for a key to be replaced by another one while both work. */
export const maxLiveKeys = 2;

type Live = Pick<ProjectKey, 'projectId' | 'mode' | 'id'>;
const liveKeysOf = ({ projectId, mode }: Live) => ({
  key: { pk: `${projectId}/live-api-keys`, sk: mode },
  name: 'ids',
});

/** The ids of the keys that hold the places of a mode, as its item tells them. */
export const placesIn = (item: Item | undefined): readonly string[] => [
  ...z.object({ ids: z.set(z.string()).default(new Set()) }).parse(item ?? {}).ids,
];

/** Takes one of the places for keys of a mode, if one is free. */
export const takePlace = (key: Live): Change => takePlaceIn(liveKeysOf(key), key.id, maxLiveKeys);

export const leavePlace = (key: Live): Change => leavePlaceIn(liveKeysOf(key), key.id);
