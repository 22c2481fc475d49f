import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Earshot } from '../client.ts';
import { EarshotError } from '../errors.ts';
import type { NewRealtimeSession } from '../types.ts';
import type { RealtimeEvent, RealtimeState } from '../realtime.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type LiveArguments = {
  /** 16-bit samples at 16 kHz, one channel, as they are spoken. */
  readonly samples: () => Readable;
  readonly languages: readonly string[];
  /** Ends what is spoken: the text of what was spoken before is still printed. */
  readonly signal?: AbortSignal | undefined;
};

const audio: NewRealtimeSession['audio'] = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };

/** The samples of a recording, which ffmpeg reads as fast as it was spoken; "-" for those on standard input. */
export const samplesOf = (source: string): Readable => {
  if (source === '-') return process.stdin;
  const output = '-f s16le -ar 16000 -ac 1 -'.split(' ');
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-re', '-i', source, ...output], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ffmpeg.on('error', () =>
    ffmpeg.stdout.destroy(new UsageError('"live" reads recordings with ffmpeg, which is not here.')),
  );
  return ffmpeg.stdout;
};

/** Prints what is spoken: final texts as results, unfinished ones as progress. Returns the id of the transcription. */
export const live = async (
  earshot: Earshot,
  { samples, languages, signal }: LiveArguments,
  terminal: Terminal,
): Promise<string> => {
  const session = await earshot.realtime.create({ audio, language_hints: languages }, { signal });
  const { promise: finished, resolve, reject } = Promise.withResolvers<string>();
  const onEvent = (event: RealtimeEvent): void => {
    if (event.type === 'transcript.partial') terminal.update?.(event.segment.text);
    if (event.type === 'transcript.final') {
      terminal.update?.('');
      terminal.print(event.segment.text);
    }
    if (event.type === 'error' && event.fatal) reject(new EarshotError(event.error.message));
    if (event.type === 'session.finished') resolve(event.transcription_id);
  };
  /** Also called after the end of the session, when it has no effect. */
  const onState = (state: RealtimeState): void => {
    if (state !== 'closed') return;
    const { host } = new URL(session.websocket_url);
    reject(new EarshotError(`The session is lost: its WebSocket could not be reached at ${host}.`));
  };
  const connection = earshot.realtime.connect(session, { onEvent, onState });
  const spoken = samples();
  const stop = () => spoken.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  const sending = (async () => {
    try {
      for await (const chunk of spoken) connection.send(chunk);
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
    connection.finish();
  })();
  try {
    const [id] = await Promise.all([finished, sending]);
    return id;
  } finally {
    connection.close();
    stop();
  }
};
