import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import { encodePath } from '../signature.ts';
import { toXml } from '../xml.ts';

const maxKeysPerPage = 1000;

type Listing = {
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: string;
  readonly maxKeys: number;
};

/** ListObjectsV2. */
export const listObjects = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:ListBucket');
  const { query } = call.target;
  const token = query.get('continuation-token');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = Math.min(Number(query.get('max-keys') ?? maxKeysPerPage), maxKeysPerPage);
  if (!(maxKeys >= 0)) throw new S3Error('400 InvalidArgument', 'max-keys must be a number and at least 0.');
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const page = pageOf(call.bucket.objects.all(), { prefix, delimiter, after, maxKeys });
  const encode = query.get('encoding-type') === 'url' ? encodePath : (text: string) => text;
  return {
    status: 200,
    body: toXml('ListBucketResult', {
      Name: call.bucket.name,
      Prefix: encode(prefix),
      Delimiter: delimiter === '' ? undefined : encode(delimiter),
      MaxKeys: maxKeys,
      EncodingType: query.get('encoding-type') ?? undefined,
      IsTruncated: page.next !== undefined,
      KeyCount: page.objects.length + page.commonPrefixes.length,
      NextContinuationToken:
        page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url'),
      Contents: page.objects.map(({ key, lastModified, eTag, size }) => ({
        Key: encode(key),
        LastModified: lastModified.toISOString(),
        ETag: `"${eTag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: page.commonPrefixes.map((common) => ({ Prefix: encode(common) })),
    }),
  };
};

/**
 * One page of a listing, in UTF-8 order. Keys that continue after a delimiter count once, as a common prefix. The next page starts
 * after `next`, which is undefined on the last page.
 */
export const pageOf = <T extends { readonly key: string }>(
  all: Iterable<T>,
  { prefix, delimiter, after, maxKeys }: Listing,
) => {
  const entries = new Map<string, T | undefined>();
  for (const object of all) {
    const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? object.key : object.key.slice(0, cut + delimiter.length);
    if (name.startsWith(prefix) && utf8Order(name, after) > 0)
      entries.set(name, cut < 0 ? object : undefined);
  }
  const page = [...entries].toSorted(([a], [b]) => utf8Order(a, b)).slice(0, maxKeys);
  return {
    objects: page.flatMap(([, object]) => object ?? []),
    commonPrefixes: page.filter(([, object]) => object === undefined).map(([name]) => name),
    next: page.length < entries.size ? page.at(-1)?.[0] : undefined,
  };
};

const utf8Order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
