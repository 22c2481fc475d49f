import type { Tenant } from '#lib/platform/tenant.ts';
import type { RecordUpload } from './record-upload.ts';
import type { Upload } from './upload.ts';

/** The dependencies to find an upload, or a part of its fields. */
export type ArrivedUploadDeps<Found = Upload> = {
  readonly findUpload: (tenant: Tenant, id: string) => Promise<Found | undefined>;
  /** Checks whether S3 has the object and records it on the grant, in case its event is still on the way. */
  readonly recordUpload: RecordUpload;
};

/** The upload, after asking S3 for bytes whose event has not arrived. */
export const arrivedUpload = async <Found extends Pick<Upload, 'status'>>(
  { findUpload, recordUpload }: ArrivedUploadDeps<Found>,
  tenant: Tenant,
  id: string,
): Promise<Found | undefined> => {
  const upload = await findUpload(tenant, id);
  if (upload?.status !== 'issued' || !(await recordUpload({ tenant, id }))) return upload;
  return findUpload(tenant, id);
};
