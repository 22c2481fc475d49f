import { S3Error } from './errors.ts';

/** Credentials and permissions, which the stack takes from the template's IAM policies. */
export type Access = {
  secretOf(accessKeyId: string): string | undefined;
  sessionTokenOf(accessKeyId: string): string | undefined;
  allows(accessKeyId: string, action: string, resourceArn: string): boolean;
};

type Caller = {
  readonly access: Access;
  readonly caller: string;
  readonly bucket: { readonly name: string };
};

/** The secret to verify a signature with. Throws InvalidAccessKeyId or InvalidToken. */
export const secretOf = (access: Access, accessKeyId: string, sessionToken: string | undefined): string => {
  const secret = access.secretOf(accessKeyId);
  const token = access.sessionTokenOf(accessKeyId);
  // For S3, a temporary key without its token does not exist.
  if (secret === undefined || (token !== undefined && sessionToken === undefined)) {
    throw new S3Error('403 InvalidAccessKeyId', `The access key id ${accessKeyId} does not exist.`);
  }
  if (token === sessionToken) return secret;
  throw new S3Error('400 InvalidToken', 'The session token does not belong to the access key.');
};

/** Whether the caller's policies allow `action` on the bucket, or on `key` in it. */
export const isAllowed = ({ access, caller, bucket }: Caller, action: string, key?: string): boolean =>
  access.allows(caller, action, arnOf(bucket.name, key));

/** Throws AccessDenied unless `isAllowed`. */
export const authorize = (call: Caller, action: string, key?: string): void => {
  if (isAllowed(call, action, key)) return;
  const arn = arnOf(call.bucket.name, key);
  throw new S3Error('403 AccessDenied', `${call.caller} is not authorized to perform ${action} on ${arn}`);
};

const arnOf = (bucket: string, key: string | undefined): string =>
  key === undefined ? `arn:aws:s3:::${bucket}` : `arn:aws:s3:::${bucket}/${key}`;
