import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { EventOrder } from './event-order.ts';
import { isRefusal } from './is-refusal.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';
import { SentMarks } from './sent-marks.ts';
import { UnstoredBytes } from './unstored-bytes.ts';

export type RealtimeEvent = ServerEvent;
export type RealtimeState = 'connecting' | 'live' | 'reconnecting' | 'closed';

export type RealtimeOptions = {
  /** `websocket_url` of the session. */
  readonly url: string;
  /** `client_secret.value` of the session. */
  readonly clientSecret: string;
  /** Receives each event once, and durable ones in order, even if the connection breaks. */
  readonly onEvent: (event: RealtimeEvent) => void;
  readonly onState?: ((state: RealtimeState) => void) | undefined;
};

/** The maximum wait for the first `session.started`. */
const firstConnectionMs = 60_000;
/** A session ends if its client is away for longer. */
const resumableMs = 10 * 60_000;
const pingEveryMs = 20_000;
/** A connection without any event for this time, not even a pong, counts as broken. Its socket may never detect that. */
const maxSilenceMs = 30_000;
/** The interval of messages to a silent service. A message makes the service replace a lost runner. */
const repeatEveryMs = 2_000;

/** The audio in a WebM message: 0.3 s minus jitter. Shorter messages would cost more, because each one is paid for. */
const longMessageMs = 250;

/** The delay after a failed message. If functions are throttled, an immediate repetition fails too. */
const marksAgainMs = 500;

/**
 * A client's connection to a realtime session. It keeps audio until the service has stored it, and resumes automatically
 * after a break. Runs in browsers and in Node.js 22 and later.
 */
export class RealtimeConnection {
  readonly #options: RealtimeOptions;
  readonly #audio = new UnstoredBytes();
  /** The offset of the first byte that this connection has not sent. */
  #unsent = 0;
  #isNew = true;
  #isCompressed = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #events: EventOrder;
  /** The marks to send again after each reconnect and each failed message. */
  readonly #marks = new SentMarks();
  #socket: WebSocket | undefined;
  #credential: string;
  #attempts = 0;
  #giveUpAtMs = performance.now() + firstConnectionMs;
  #state: RealtimeState = 'connecting';
  #timers: ReturnType<typeof setTimeout>[] = [];
  #silence: ReturnType<typeof setTimeout> | undefined;
  #marksAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RealtimeOptions) {
    this.#options = options;
    this.#credential = options.clientSecret;
    this.#events = new EventOrder((event) => this.#handle(event));
    this.#connect();
  }

  /** The number of bytes of audio that the service has not stored yet. 0 for a closed connection. */
  get bufferedBytes(): number {
    return this.#audio.length;
  }

  /** Sends PCM at once and WebM with the next 0.3 s, or later if there is no connection. Does nothing once closed. */
  send(audio: ArrayBuffer | ArrayBufferView): void {
    if (this.#state === 'closed') return;
    this.#audio.add(audio);
    if (this.#state === 'live') this.#sendDue();
  }

  /** Ends the segment here. Its text becomes final without waiting for a pause. */
  finalize(): void {
    const mark = { type: 'finalize', offset: this.#audio.end } as const;
    this.#marks.add(mark);
    if (this.#state !== 'live') return;
    this.#sendWaiting();
    this.#post(mark);
  }

  /** Ends the session after all audio sent so far. `session.finished` follows. */
  finish(): void {
    this.#marks.add({ type: 'finish', offset: this.#audio.end });
    if (this.#state !== 'live') return;
    this.#sendWaiting();
    this.#keepAlive();
  }

  /** Breaks the connection like a network failure. It resumes automatically. */
  interrupt(): void {
    this.#socket?.close();
  }

  /** Leaves the session without ending it. */
  close(): void {
    this.#become('closed');
    this.#stopTimers();
    clearTimeout(this.#silence);
    clearTimeout(this.#marksAgain);
    clearTimeout(this.#waiting);
    this.#socket?.close();
    this.#audio.forget(this.#audio.end);
  }

  #connect(): void {
    const url = new URL(this.#options.url);
    url.searchParams.set('after', String(this.#events.lastId));
    const socket = new WebSocket(url, ['earshot.v1', this.#credential]);
    this.#socket = socket;
    this.#watchSilence();
    socket.addEventListener('open', () => this.#repeat({ type: 'hello' }));
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.#socket) return;
      if (this.#state !== 'closed') this.#watchSilence();
      const event: ServerEvent = JSON.parse(String(data));
      if ('type' in event) this.#receive(event);
      else this.#repeatMarks();
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket && this.#state !== 'closed') this.#retry();
    });
  }

  #receive(event: ServerEvent): void {
    if (event.type === 'session.started') this.#resume(event);
    else if (event.type === 'audio.resend') this.#sendAudio(event.from, event.to);
    else if ('through' in event) this.#audio.forget(event.through);
    this.#events.add(event);
  }

  #handle(event: ServerEvent): void {
    this.#options.onEvent(event);
    if (isRefusal(event) || event.type === 'session.finished') this.close();
  }

  #resume({ next_offset: next, resume, audio }: Extract<ServerEvent, { type: 'session.started' }>): void {
    this.#attempts = 0;
    this.#credential = resume.token;
    if (this.#isNew) this.#beginAt(next);
    this.#audio.forget(next);
    this.#become('live');
    // The caller may have just closed the connection.
    if (this.#state !== 'live') return;
    this.#unsent = next;
    this.#isCompressed = audio.format === 'webm_opus';
    this.#sendWaiting();
    this.#postMarks();
    this.#keepAlive();
  }

  /** Another client of the session may have sent audio before, so this audio begins later. */
  #beginAt(offset: number): void {
    this.#isNew = false;
    this.#audio.shift(offset);
    this.#marks.shift(offset);
  }

  #postMarks(): void {
    for (const mark of this.#marks.missing(this.#audio.start)) this.#post(mark);
  }

  /** Repeats marks when API Gateway reports a lost message, because the service requests only missing audio again. */
  #repeatMarks(): void {
    clearTimeout(this.#marksAgain);
    this.#marksAgain = setTimeout(() => this.#postMarks(), marksAgainMs);
  }

  #retry(): void {
    this.#stopTimers();
    clearTimeout(this.#silence);
    if (this.#state === 'live') this.#giveUpAtMs = performance.now() + resumableMs;
    this.#become('reconnecting');
    // The caller may have just closed the connection.
    if (this.#state !== 'reconnecting') return;
    if (performance.now() >= this.#giveUpAtMs) return this.close();
    this.#timers.push(setTimeout(() => this.#connect(), reconnectDelayMs(this.#attempts)));
    this.#attempts += 1;
  }

  /** Replaces the connection if nothing arrives from now on. */
  #watchSilence(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      const silent = this.#socket;
      // The old socket's `close` event comes much later, when there is already a newer connection.
      this.#socket = undefined;
      silent?.close();
      this.#retry();
    }, maxSilenceMs);
  }

  #keepAlive(): void {
    const { finish } = this.#marks;
    if (finish) return this.#repeat(finish);
    this.#stopTimers();
    this.#timers.push(setInterval(() => this.#post({ type: 'ping' }), pingEveryMs));
  }

  #repeat(message: object): void {
    this.#stopTimers();
    this.#post(message);
    this.#timers.push(setInterval(() => this.#post(message), repeatEveryMs));
  }

  /** Sends the waiting audio if a message is due. The timer sends the last piece. */
  #sendDue(): void {
    if (!this.#isCompressed || performance.now() - this.#sentAtMs >= longMessageMs)
      return this.#sendWaiting();
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#sendWaiting(), longMessageMs);
  }

  #sendWaiting(): void {
    clearTimeout(this.#waiting);
    if (this.#unsent === this.#audio.end) return;
    this.#sendAudio(this.#unsent, this.#audio.end);
    this.#unsent = this.#audio.end;
    this.#sentAtMs = performance.now();
  }

  #sendAudio(from: number, to: number): void {
    for (const { offset, data } of this.#audio.messages(from, to))
      this.#post({ type: 'audio', offset, data });
  }

  #post(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #become(state: RealtimeState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
