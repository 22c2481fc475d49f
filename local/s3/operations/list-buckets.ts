import { authorize } from '../access.ts';
import type { Bucket, Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import { toXml } from '../xml.ts';

type Asking = Pick<SignedCall, 'access' | 'caller' | 'now'>;

/** All of them: whoever may list buckets may see every name. */
export const listBuckets = ({ access, caller, now }: Asking, buckets: Iterable<Bucket>): Reply => {
  if (!access.allows(caller, 's3:ListAllMyBuckets', '*'))
    throw new S3Error('403 AccessDenied', `${caller} is not authorized to perform s3:ListAllMyBuckets`);
  const CreationDate = now().toISOString();
  const Bucket = Array.from(buckets, ({ name: Name }) => ({ Name, CreationDate }));
  return { status: 200, body: toXml('ListAllMyBucketsResult', { Buckets: { Bucket } }) };
};

/** HeadBucket: whether there is such a bucket, to those who may list it. */
export const headBucket = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:ListBucket');
  return { status: 200 };
};
