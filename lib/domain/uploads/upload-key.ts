import { splitTenantPath, type Tenant } from '#lib/platform/tenant.ts';
import type { UploadRef } from './upload-repository.ts';

/** The prefix of all objects that were uploaded in a mode of a project. */
export const uploadPrefix = (tenant: Tenant): string => `uploads/${tenant}/`;

/** The key of a grant's object in the audio bucket. */
export const uploadKey = ({ tenant, id }: UploadRef): string => `${uploadPrefix(tenant)}${id}`;

/** The prefix of all intermediate objects in a mode of a project, which are kept until their job ends. */
export const tenantWorkPrefix = (tenant: Tenant): string => `work/${tenant}/`;

/** The prefix of the objects that were made from an upload before it had a job. */
export const uploadWorkPrefix = ({ tenant, id }: UploadRef): string => `${tenantWorkPrefix(tenant)}${id}/`;

/** The key of the bytes that make each slice of this upload a valid file. */
export const uploadHeadsKey = (upload: UploadRef, eTag: string): string =>
  `${uploadWorkPrefix(upload)}heads/${eTag.replaceAll('"', '')}`;

/** The grant of an object key, undefined for any other key. */
export const uploadOfKey = (key: string): UploadRef | undefined => {
  const [, path] = /^uploads\/([^/]+\.(?:live|test)\/[^/]+)$/.exec(key) ?? [];
  if (path === undefined) return undefined;
  const { tenant, rest: id } = splitTenantPath(path);
  return { tenant, id };
};
