import { gzipSync } from 'node:zlib';
import { type Middleware, onAnswer } from './middleware.ts';

/** Compressing smaller bodies saves too little. */
const minBytes = 100_000;
/**
 * Lambda's limit for a response, with its body as a JSON string. The words of several hours may exceed it; gzipped, those of
 * `maxChannelAudioMs` fit.
 */
const maxBytes = 6_000_000;

const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));

const fits = (body: string): boolean => Buffer.byteLength(JSON.stringify(body)) <= maxBytes;

const varyOf = (others: string | number | boolean | undefined): string =>
  others === undefined ? 'accept-encoding' : `${others}, accept-encoding`;

/**
 * Gzips a body over 100 KB if the caller accepts it. A body over Lambda's 6 MB is always gzipped, because it could not be
 * sent otherwise.
 */
export const compression = (): Middleware =>
  onAnswer((reply, { event }) => {
    const { body, headers } = reply;
    if (body === undefined || Buffer.byteLength(body) < minBytes) return reply;
    if (!acceptsGzip(event.headers['accept-encoding']) && fits(body)) return reply;
    return {
      ...reply,
      headers: { ...headers, 'content-encoding': 'gzip', vary: varyOf(headers?.['vary']) },
      body: gzipSync(body).toString('base64'),
      isBase64Encoded: true,
    };
  });
