import type { Change, Table } from '#lib/platform/aws/table.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import { listIndexKeys, listIndexStart } from '#lib/platform/http/list-index-keys.ts';
import { consumption, Upload } from '#lib/domain/uploads/upload.ts';
import { fileKey, fileList, type FileRef, whileUsable, ListedFile, RegisteredFile } from './file.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';

export type RegisterOutcome =
  | { readonly kind: 'registered' }
  | { readonly kind: 'exists'; readonly file: RegisteredFile }
  | { readonly kind: 'upload_refused'; readonly upload: Upload | undefined };

// A day longer than the file, so that the error is "expired" and not "not found".
const keptMs = dayMs;

/** Consumes the upload, unless other bytes replaced those of the file. */
const consuming = ({ tenant, id, uploadId, eTag }: RegisteredFile, now: Date): Change => {
  const { where, values, ...rest } = consumption(tenant, { uploadId, usedBy: id }, now);
  return { ...rest, where: `${where} AND eTag = :eTag`, values: { ...values, ':eTag': eTag } };
};

/** Stores the file and consumes its upload, in one transaction. */
export const registerFile = async (
  table: Pick<Table, 'transact'>,
  file: RegisteredFile,
  now: Date,
): Promise<RegisterOutcome> => {
  const ttl = ttlAt(later(file.expiresAt, keptMs));
  const put = { ...file, ...fileKey(file), ...listIndexKeys(fileList(file.tenant), file), ttl };
  const outcome = await table.transact([
    { put, where: 'attribute_not_exists(pk)' },
    { update: consuming(file, now) },
  ]);
  if (outcome.done) return { kind: 'registered' };
  const [taken, upload] = outcome.reasons;
  if (taken?.refused) return { kind: 'exists', file: RegisteredFile.parse(taken.item) };
  return { kind: 'upload_refused', upload: upload?.item && Upload.parse(upload.item) };
};

/** Finds a file, even one that has expired. Undefined if there is none. */
export const findFile = async (
  table: Pick<Table, 'get'>,
  ref: FileRef,
): Promise<RegisteredFile | undefined> => {
  const item = await table.get(fileKey(ref));
  return item && RegisteredFile.parse(item);
};

/** Expires the file now, unless it has expired, and erases what people have written about it. */
export const expireFile = async (table: Pick<Table, 'update'>, ref: FileRef, now: Date): Promise<void> => {
  const { where, values } = whileUsable(now);
  await table.update({
    key: fileKey(ref),
    set: 'SET expiresAt = :now, #name = :none, metadata = :empty REMOVE listed_project, listed_at',
    where,
    names: { '#name': 'name' },
    values: { ...values, ':none': null, ':empty': {} },
  });
};

/** The project's files of the last day, newest first, including expired ones. The index is eventually consistent. */
export const listFiles = async (
  table: Pick<Table, 'query' | 'get'>,
  tenant: Tenant,
  page: { readonly limit: number; readonly after: Position | undefined; readonly since: Date },
): Promise<readonly RegisteredFile[]> => {
  const { items } = await table.query({
    index: 'listed',
    where: 'listed_project = :files AND listed_at > :since',
    values: { ':files': fileList(tenant), ':since': page.since.toISOString() },
    newestFirst: true,
    startAfter: listIndexStart(fileList(tenant), page.after, (id) => fileKey({ tenant, id })),
    limit: page.limit,
  });
  const files = await Promise.all(items.map((item) => findFile(table, ListedFile.parse(item))));
  return files.filter((file) => file !== undefined);
};
