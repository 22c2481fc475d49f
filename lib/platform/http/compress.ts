import { gzipSync } from 'node:zlib';
import type { Reply } from './reply.ts';

/** Smaller bodies gain nothing that anybody notices. */
const fromBytes = 100_000;
/** A function may answer 6 MB in all, with its body as a string of JSON. The words of five hours may be more. */
const maxBytes = 6_000_000;

const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));

const fits = (body: string): boolean => Buffer.byteLength(JSON.stringify(body)) <= maxBytes;

/** The answer, compressed where it is long and whoever asks can read that, or where it would be lost otherwise. */
export const compressed = (reply: Reply, acceptEncoding: string | undefined): Reply => {
  const { body, headers } = reply;
  if (body === undefined || Buffer.byteLength(body) < fromBytes) return reply;
  if (!acceptsGzip(acceptEncoding) && fits(body)) return reply;
  return {
    ...reply,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};
