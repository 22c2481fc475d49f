import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { AppError } from '#lib/platform/errors.ts';
import { assertUncompressed } from './assert-uncompressed.ts';
import { essenceOf } from './media-type.ts';
import { invalidFields } from './validation.ts';

/**
 * The largest file of a form. Lambda accepts an event of 6 MB, and API Gateway encodes the form in it as base64, which leaves
 * 4.7 MB. The rest is for the other fields and the headers.
 */
export const formFileMaxBytes = 4_500_000;

/** `formFileMaxBytes` for people: "4,500,000 bytes". */
export const formFileMax = `${formFileMaxBytes.toLocaleString('en')} bytes`;

const type = 'multipart/form-data';

const parsed = async (bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> => {
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    const message =
      'The body is not a well-formed multipart form. Among other things, names must not contain quotation marks: write %22 for each.';
    throw invalidFields([{ path: '', rule: 'multipart', message }]);
  }
};

type Entry = string | File;
type Value = Entry | Entry[] | Map<string, Entry>;

const twice = (path: string) =>
  invalidFields([{ path, rule: 'duplicate_key', message: 'This field occurs twice. Send it once.' }]);

/**
 * Adds "name", "name[]" (a list, like a repeated "name") or "name[key]" (an object): the notation of forms for nested values.
 */
const add = (fields: Map<string, Value>, field: string, value: Entry): void => {
  const [, name = '', key] = /^([^[\]]+)(?:\[([^[\]]*)\])?$/.exec(field) ?? [undefined, field];
  const before = fields.get(name);
  if (!key) {
    if (before instanceof Map) throw twice(name);
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) fields.set(name, [before, value]);
    else fields.set(name, key === undefined ? value : [value]);
  } else {
    if (before !== undefined && !(before instanceof Map)) throw twice(name);
    if (before?.has(key)) throw twice(field);
    if (before) before.set(key, value);
    else fields.set(name, new Map([[key, value]]));
  }
};

/** The fields of a multipart form: texts and files, and lists and objects of them. Throws 400 or 415 for another body. */
export const formBody = async (event: APIGatewayProxyEventV2): Promise<Record<string, unknown>> => {
  const contentType = event.headers['content-type'] ?? '';
  if (essenceOf(contentType) !== type) {
    throw new AppError('unsupported_media_type', `Send the body as a form, with Content-Type: ${type}.`);
  }
  assertUncompressed(event);
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  const fields = new Map<string, Value>();
  for (const [name, value] of await parsed(bytes, contentType)) add(fields, name, value);
  const nested = fields
    .entries()
    .map(([name, value]) => [name, value instanceof Map ? Object.fromEntries(value) : value] as const);
  return Object.fromEntries(nested);
};

/** Refuses a file that is larger than a form may carry. The message says how to send larger files. */
export const assertFormFile = (path: string, { size }: File): void => {
  if (size <= formFileMaxBytes) return;
  const message = `A form carries a file of at most ${formFileMax}. Send larger ones with POST /v1/transcription-uploads and POST /v1/transcriptions.`;
  throw new AppError('payload_too_large', message, {
    details: { fields: [{ path, rule: 'maximum', message }] },
  });
};
