import { authorize } from '../access.ts';
import type { Reply, SignedCall } from '../call.ts';
import { S3Error } from '../errors.ts';
import type { ObjectInfo } from '../objects.ts';
import { encodePath } from '../signature.ts';
import { toXml } from '../xml.ts';

const mostKeys = 1000;

type Listing = { prefix: string; delimiter: string; after: string; maxKeys: number };
/** `next` is where the following page starts, exclusive; undefined on the last page. */
type Page = { keys: string[]; commonPrefixes: string[]; next: string | undefined };

/** ListObjectsV2. */
export const listObjects = async (call: SignedCall): Promise<Reply> => {
  authorize(call, 's3:ListBucket');
  const { query } = call.target;
  const token = query.get('continuation-token');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const maxKeys = readMaxKeys(query.get('max-keys'));
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const infos = new Map([...call.bucket.objects.all()].map((info) => [info.key, info]));
  const { keys, commonPrefixes, next } = pageOf([...infos.keys()], { prefix, delimiter, after, maxKeys });
  const encode = query.get('encoding-type') === 'url' ? encodePath : (text: string) => text;
  return {
    status: 200,
    body: toXml('ListBucketResult', {
      Name: call.bucket.name,
      Prefix: encode(prefix),
      Delimiter: delimiter === '' ? undefined : encode(delimiter),
      MaxKeys: maxKeys,
      KeyCount: keys.length + commonPrefixes.length,
      EncodingType: query.get('encoding-type') ?? undefined,
      IsTruncated: next !== undefined,
      NextContinuationToken: next === undefined ? undefined : Buffer.from(next).toString('base64url'),
      Contents: keys.flatMap((key) => contents(infos.get(key), encode)),
      CommonPrefixes: commonPrefixes.map((common) => ({ Prefix: encode(common) })),
    }),
  };
};

/** One page of a listing in UTF-8 order. Keys that go on behind the delimiter count once, as a common prefix. */
export const pageOf = (allKeys: readonly string[], { prefix, delimiter, after, maxKeys }: Listing): Page => {
  const common = (key: string): string | undefined => {
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    return at < 0 ? undefined : key.slice(0, at + delimiter.length);
  };
  const entries = new Map<string, 'key' | 'common prefix'>();
  for (const key of allKeys.filter((one) => one.startsWith(prefix))) {
    const group = common(key);
    entries.set(group ?? key, group === undefined ? 'key' : 'common prefix');
  }
  const following = [...entries].filter(([name]) => inUtf8Order(name, after) > 0);
  const page = following.toSorted(([a], [b]) => inUtf8Order(a, b)).slice(0, maxKeys);
  const named = (kind: string) => page.filter(([, of]) => of === kind).map(([name]) => name);
  return {
    keys: named('key'),
    commonPrefixes: named('common prefix'),
    next: page.length < following.length ? page.at(-1)?.[0] : undefined,
  };
};

const inUtf8Order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const contents = (info: ObjectInfo | undefined, encode: (text: string) => string) =>
  info === undefined
    ? []
    : [
        {
          Key: encode(info.key),
          LastModified: info.lastModified.toISOString(),
          ETag: `"${info.eTag}"`,
          Size: info.size,
          StorageClass: 'STANDARD',
        },
      ];

const readMaxKeys = (text: string | null): number => {
  const count = Number(text ?? mostKeys);
  if (Number.isInteger(count) && count >= 0) return Math.min(count, mostKeys);
  throw new S3Error('InvalidArgument', 'max-keys must be a whole number of at least 0.', {
    ArgumentName: 'max-keys',
  });
};
