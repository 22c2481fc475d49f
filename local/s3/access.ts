import { S3Error } from './errors.ts';

/** Who may do what: answered by the stack, which reads its template's IAM policies. */
export type Access = {
  secretOf(accessKeyId: string): string | undefined;
  sessionTokenOf(accessKeyId: string): string | undefined;
  allows(accessKeyId: string, action: string, resourceArn: string): boolean;
};

/** The secret to verify a signature with. @throws InvalidAccessKeyId, InvalidToken */
export const secretOf = (access: Access, accessKeyId: string, sessionToken: string | undefined): string => {
  const secret = access.secretOf(accessKeyId);
  const token = access.sessionTokenOf(accessKeyId);
  // To S3 a temporary key does not exist without its token.
  if (secret === undefined || (token !== undefined && sessionToken === undefined)) {
    throw new S3Error('InvalidAccessKeyId', 'The access key id does not exist.', {
      AWSAccessKeyId: accessKeyId,
    });
  }
  if (token !== sessionToken)
    throw new S3Error('InvalidToken', 'The session token is not that of the access key.');
  return secret;
};

type Caller = { access: Access; caller: string; bucket: { name: string } };

/** Whether the caller's policies allow `action` on its bucket, or on `key` in it. */
export const isAllowed = ({ access, caller, bucket }: Caller, action: string, key?: string): boolean =>
  access.allows(caller, action, arnOf(bucket.name, key));

/** @throws AccessDenied unless `isAllowed` */
export const authorize = (call: Caller, action: string, key?: string): void => {
  if (isAllowed(call, action, key)) return;
  throw new S3Error(
    'AccessDenied',
    `${call.caller} is not authorized to perform ${action} on ${arnOf(call.bucket.name, key)}`,
  );
};

const arnOf = (bucket: string, key: string | undefined): string =>
  `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;
