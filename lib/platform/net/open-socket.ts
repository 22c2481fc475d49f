import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { asksForCertificate, codeOf, FetchFailure } from './fetch-failure.ts';
import { mayConnect } from './resolve.ts';
import type { Target } from './target.ts';

const broken = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT']);
/** How long an address may be silent before the next one is tried. */
const turnMs = 1_500;
const ignore = (): void => {};

/**
 * A verified TLS connection to the first of `addresses` that accepts one, or a plain one to this machine itself. It connects
 * by address and never by name, so that no name is resolved twice. The signal destroys it at any time. Rejects with a
 * `FetchFailure`.
 */
export const openSocket = async (
  target: Target,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> => {
  const socket = await connectFirst(target, addresses, signal);
  return target.isLoopbackHttp ? socket : secure(target, socket);
};

const connectFirst = async (
  target: Target,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> => {
  let code: string | undefined;
  for (const [at, address] of addresses.entries()) {
    signal.throwIfAborted();
    const socket = connect({ host: address, port: target.port, signal });
    const isLast = at === addresses.length - 1;
    const turn = isLast ? undefined : setTimeout(() => socket.destroy(new Error('It is silent.')), turnMs);
    try {
      await once(socket, 'connect');
      // The TLS socket on top reports later errors.
      socket.on('error', ignore);
      return verified(target, socket);
    } catch (error) {
      if (error instanceof FetchFailure) throw error;
      code = codeOf(error);
    } finally {
      clearTimeout(turn);
    }
  }
  throw new FetchFailure('connect', target.host, { code });
};

/** Checks the connected address again, so that no byte is sent to a refused address. */
const verified = (target: Target, socket: Socket): Socket => {
  if (target.allowed || mayConnect(target)(socket.remoteAddress ?? '')) return socket;
  socket.destroy();
  throw new FetchFailure('blocked_address', target.host);
};

const secure = async (target: Target, socket: Socket): Promise<Socket> => {
  const { host, allowed } = target;
  const tls = connectTls({
    socket,
    host,
    // RFC 6066 does not allow an IP address as server name.
    ...(isIP(host) === 0 && { servername: host }),
    ...(allowed?.ca !== undefined && { ca: allowed.ca }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  try {
    await once(tls, 'secureConnect');
    tls.on('error', ignore);
    return tls;
  } catch (error) {
    socket.destroy();
    const code = codeOf(error);
    throw new FetchFailure(handshakeFault(code), host, { code });
  }
};

/** Errors of OpenSSL are errors of the handshake. Errors that Node finds in a certificate have their own codes. */
const handshakeFault = (code = ''): 'client_certificate' | 'connect' | 'tls' => {
  if (asksForCertificate(code)) return 'client_certificate';
  return broken.has(code) || code.startsWith('ERR_SSL_') ? 'connect' : 'tls';
};
