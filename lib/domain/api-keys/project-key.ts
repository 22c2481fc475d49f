import * as z from 'zod';
import type { Change, Item, Key } from '#lib/platform/aws/table.ts';
import { removeMember, addMember } from '#lib/platform/limits/id-set.ts';
import { Mode } from '#lib/platform/tenant.ts';

/** An API key as its project lists it. Authentication reads a separate record, in lib/domain/auth. */
export const ProjectKey = z.object({
  projectId: z.string(),
  id: z.string(),
  /** The public part of the key's text. */
  keyId: z.string(),
  name: z.string(),
  mode: Mode,
  createdAt: z.iso.datetime(),
  createdBy: z.object({ id: z.string(), email: z.string() }),
  expiresAt: z.iso.datetime().optional(),
  revokedAt: z.iso.datetime().optional(),
  fingerprint: z.string(),
});
export type ProjectKey = z.infer<typeof ProjectKey>;

export type ProjectKeyRef = Pick<ProjectKey, 'projectId' | 'id'>;

export const projectKeyKey = ({ projectId, id }: ProjectKeyRef): Key => ({
  pk: `${projectId}/${id}`,
  sk: 'api-key',
});

/** The list of a project's keys. */
export const keyList = (projectId: string): string => `${projectId}/api-keys`;

/** The maximum number of usable keys of a mode. Two, so that a key can be replaced while both work. */
export const maxUsableKeys = 2;

type UsableKey = Pick<ProjectKey, 'projectId' | 'mode' | 'id'>;
/** The usable keys of a mode. */
export const usableKeysOf = ({ projectId, mode }: Pick<UsableKey, 'projectId' | 'mode'>) => ({
  key: { pk: `${projectId}/live-api-keys`, sk: mode },
  name: 'ids',
});

/** The ids of the usable keys of a mode, from their item. */
export const usableKeyIds = (item: Item | undefined): readonly string[] => [
  ...z.object({ ids: z.set(z.string()).default(new Set()) }).parse(item ?? {}).ids,
];

/** Adds the key to the usable ones of its mode, if there are fewer than `maxUsableKeys`. */
export const addUsableKey = (key: UsableKey): Change => addMember(usableKeysOf(key), key.id, maxUsableKeys);

export const removeUsableKey = (key: UsableKey): Change => removeMember(usableKeysOf(key), key.id);
