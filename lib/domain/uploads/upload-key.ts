import { splitTenantPath } from '#lib/platform/tenant.ts';
import type { UploadRef } from './upload-repository.ts';

/** Where the bytes of a grant lie in the audio bucket. */
export const uploadKey = ({ tenant, id }: UploadRef): string => `uploads/${tenant}/${id}`;

/** The grant a key belongs to, undefined for a key that is none of ours. */
export const uploadOfKey = (key: string): UploadRef | undefined => {
  const [, path] = /^uploads\/([^/]+\.(?:live|test)\/[^/]+)$/.exec(key) ?? [];
  if (path === undefined) return undefined;
  const { tenant, rest: id } = splitTenantPath(path);
  return { tenant, id };
};
