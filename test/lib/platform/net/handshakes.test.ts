import { createServer as createHttps } from 'node:https';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../support/certificate.ts';
import { fetchWhole, originName } from '../../../support/https-origin.ts';
import { listen } from '../../../support/listen.ts';

const pair = selfSigned(originName);

const fetchFrom = async (server: Server): Promise<Buffer> => {
  const port = await listen(server.on('tlsClientError', () => {}));
  onTestFinished(() => void server.close());
  const allowed = { host: originName, port, address: '127.0.0.1', ca: pair.cert };
  return fetchWhole([allowed], `https://${originName}:${port}/`);
};

/** A server that answers the first bytes of a handshake with these. */
const answering = (bytes: Buffer | string): Server =>
  createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(bytes)));

const alert = (description: number): Buffer => Buffer.from([21, 3, 3, 0, 2, 2, description]);

test.each([
  ['speaks plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['reports an error of its own', alert(80)],
  ['speaks another version of TLS', alert(70)],
  ['speaks HTTP/2 only', alert(120)],
  ['does not know the name yet', alert(112)],
])('a server that %s cannot be reached: its certificate is not to blame', async (_, bytes) => {
  await expect(fetchFrom(answering(bytes))).rejects.toMatchObject({
    kind: 'connect',
    transient: true,
    message: expect.stringMatching(/could not be reached\. \(ERR_SSL_/),
  });
});

const wanted = { kind: 'client_certificate', host: originName, transient: false };

test('a server that asks for a client certificate fails permanently, because this service has none', async () => {
  const server = createHttps({ ...pair, ca: pair.cert, requestCert: true, rejectUnauthorized: true });
  await expect(fetchFrom(server)).rejects.toMatchObject(wanted);
});

test.each([42, 116])(
  'a server that asks for a client certificate by the alert %i in its handshake fails permanently',
  async (description) => {
    await expect(fetchFrom(answering(alert(description)))).rejects.toMatchObject(wanted);
  },
);
