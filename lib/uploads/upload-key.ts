import type { UploadRef } from './store.ts';

/** Where the bytes of a grant lie in the audio bucket. */
export const uploadKey = ({ projectId, id }: UploadRef): string => `uploads/${projectId}/${id}`;

/** The grant a key belongs to, undefined for a key that is none of ours. */
export const uploadOfKey = (key: string): UploadRef | undefined => {
  const [, projectId, id] = /^uploads\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
  return projectId && id ? { projectId, id } : undefined;
};
