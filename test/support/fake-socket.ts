import { ClientMessage } from '#lib/domain/realtime/protocol.ts';

type Listener = (event: { readonly data?: string }) => void;

/** Replaces a browser's WebSocket. The test plays the service. */
export class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  /** All sockets that were opened, in order. */
  static opened: FakeSocket[] = [];
  /** The newest socket. */
  static get last(): FakeSocket {
    const socket = FakeSocket.opened.at(-1);
    if (!socket) throw new Error('Nothing has connected.');
    return socket;
  }

  readonly url: URL;
  readonly protocols: readonly string[];
  readonly sent: any[] = [];
  readyState = 0;
  #isSilent = false;
  readonly #listeners: { readonly type: string; readonly listener: Listener }[] = [];

  constructor(url: URL, protocols: readonly string[]) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.opened.push(this);
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push({ type, listener });
  }

  /** Parses a sent message. Throws if the protocol does not allow it. */
  send(text: string): void {
    this.sent.push(ClientMessage.parse(JSON.parse(text)));
  }

  close(): void {
    if (this.#isSilent) return;
    this.readyState = FakeSocket.CLOSED;
    this.#emit('close', {});
  }

  /** Simulates a lost network: the client gets no event about it. */
  fallSilent(): void {
    this.#isSilent = true;
  }

  /** Completes the handshake. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.#emit('open', {});
  }

  receive(event: object): void {
    const at = '2026-11-20T10:00:00.000Z';
    this.#emit('message', { data: JSON.stringify({ session_id: 'rts_a', at, ...event }) });
  }

  #emit(type: string, event: { readonly data?: string }): void {
    for (const one of this.#listeners) if (one.type === type) one.listener(event);
  }
}
