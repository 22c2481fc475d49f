import { gzipSync } from 'node:zlib';
import type { Reply } from './reply.ts';

/** A function may answer 6 MB; the words of five hours are about that. Smaller bodies gain nothing that anybody notices. */
const fromBytes = 100_000;

const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));

/** The answer, compressed where it is long and whoever asks can read that. */
export const compressed = (reply: Reply, acceptEncoding: string | undefined): Reply => {
  const { body, headers } = reply;
  if (body === undefined || Buffer.byteLength(body) < fromBytes || !acceptsGzip(acceptEncoding)) return reply;
  return {
    ...reply,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};
