import type { Bucket, Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import { toXml } from '../xml.ts';

type ListBucketsCall = Pick<SignedCall, 'access' | 'caller' | 'now'>;

/** Lists all buckets: s3:ListAllMyBuckets cannot be limited to some. */
export const listBuckets = ({ access, caller, now }: ListBucketsCall, buckets: Iterable<Bucket>): Reply => {
  if (!access.allows(caller, 's3:ListAllMyBuckets', '*'))
    throw new S3Error('403 AccessDenied', `${caller} is not authorized to perform s3:ListAllMyBuckets`);
  const CreationDate = now().toISOString();
  const Bucket = Array.from(buckets, ({ name: Name }) => ({ Name, CreationDate }));
  return { status: 200, body: toXml('ListAllMyBucketsResult', { Buckets: { Bucket } }) };
};
