import type { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Upload } from './upload.ts';
import { uploadMaxBytes } from './upload.ts';
import { uploadKey } from './upload-key.ts';

export type SignedPost = { readonly url: string; readonly fields: Readonly<Record<string, string>> };
export type SignGrant = (upload: Upload) => Promise<SignedPost>;

/** Signs the grant's S3 POST policy, which fixes key, Content-Type, size and expiry. */
export const grantSigner =
  (deps: { readonly client: S3Client; readonly bucket: string; readonly now: () => Date }): SignGrant =>
  async (upload) => {
    const fields = { 'Content-Type': upload.contentType, success_action_status: '201' };
    return createPresignedPost(deps.client, {
      Bucket: deps.bucket,
      Key: uploadKey(upload),
      Fields: fields,
      Conditions: [['content-length-range', upload.sizeBytes ?? 1, upload.sizeBytes ?? uploadMaxBytes]],
      Expires: (Date.parse(upload.expiresAt) - deps.now().getTime()) / 1000,
    });
  };
