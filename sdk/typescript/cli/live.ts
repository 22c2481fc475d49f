import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import type { Earshot } from '../client.ts';
import { EarshotError } from '../errors.ts';
import type { NewRealtimeSession } from '../types.ts';
import type { RealtimeEvent, RealtimeState } from '../realtime.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type LiveArguments = {
  /** 16-bit samples at 16 kHz, one channel, at the pace of speech. */
  readonly samples: () => Readable;
  readonly languages: readonly string[];
  /** Ends the audio. The text of the audio before is still printed. */
  readonly signal?: AbortSignal | undefined;
};

const audio: NewRealtimeSession['audio'] = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };

/** The maximum length of a session. The end of the audio ends the session. */
const maxSessionSeconds = 18_000;

const endedEarly = (reason: string, id: string): string =>
  `The session ended before its audio: ${reason}. Its text is in the transcription ${id}.`;

/** The samples of a recording. ffmpeg reads it at the pace of speech. "-" means samples on standard input. */
export const samplesOf = (source: string): Readable => {
  if (source === '-') return process.stdin;
  const output = '-f s16le -ar 16000 -ac 1 -'.split(' ');
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-re', '-i', source, ...output], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const samples = new PassThrough();
  const fail = (message: string) => samples.destroy(new UsageError(message));
  ffmpeg.on('error', () => fail('"live" reads recordings with ffmpeg, which is not here.'));
  ffmpeg.on('close', (code) => (code === 0 ? samples.end() : fail(`ffmpeg cannot read ${source}.`)));
  samples.on('close', () => ffmpeg.kill());
  return ffmpeg.stdout.pipe(samples, { end: false });
};

/** Prints the text of speech: final texts as results, unfinished ones as progress. Returns the id of the transcription. */
export const live = async (
  earshot: Earshot,
  { samples, languages, signal }: LiveArguments,
  terminal: Terminal,
): Promise<string> => {
  const wanted = { audio, language_hints: languages, max_session_seconds: maxSessionSeconds };
  const session = await earshot.realtime.create(wanted, { signal });
  const { promise: finished, resolve, reject } = Promise.withResolvers<string>();
  const onEvent = (event: RealtimeEvent): void => {
    if (event.type === 'transcript.partial') terminal.update?.(event.segment.text);
    if (event.type === 'transcript.final') {
      terminal.update?.('');
      terminal.print(event.segment.text);
    }
    // After a retryable error, the client reconnects.
    if (event.type === 'error' && event.fatal && !event.error.retryable)
      reject(new EarshotError(event.error.message));
    if (event.type === 'session.finished') {
      const { reason, transcription_id: id } = event;
      if (reason === 'finish') resolve(id);
      else reject(new EarshotError(endedEarly(reason, id)));
    }
  };
  /** Also called after the end of the session. It then has no effect. */
  const onState = (state: RealtimeState): void => {
    if (state !== 'closed') return;
    const { host } = new URL(session.websocket_url);
    reject(new EarshotError(`The session is lost: its WebSocket could not be reached at ${host}.`));
  };
  const connection = earshot.realtime.connect(session, { onEvent, onState });
  const spoken = samples();
  const stop = () => spoken.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  const speak = async (): Promise<void> => {
    try {
      for await (const chunk of spoken) connection.send(chunk);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    connection.finish();
  };
  speak().catch(reject);
  try {
    return await finished;
  } finally {
    connection.close();
    stop();
  }
};
