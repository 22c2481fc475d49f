import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { RealtimeConnection, type RealtimeEvent } from '../sdk/typescript/realtime.ts';
import type { Customer } from './customer.ts';

const sampleRateHz = 16_000;
const partMs = 100;
const partBytes = (sampleRateHz * 2 * partMs) / 1000;

/** The samples of a file, as a microphone would give them: 100 ms each 100 ms. */
const atSpeakingPace = async function* (file: string): AsyncGenerator<Buffer> {
  const args = ['-v', 'error', '-i', file, '-f', 's16le', '-ac', '1', '-ar', String(sampleRateHz), '-'];
  const decoder = spawn('ffmpeg', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const start = performance.now();
  let sent = 0;
  let rest = Buffer.alloc(0);
  for await (const block of decoder.stdout) {
    rest = Buffer.concat([rest, block]);
    for (; rest.length >= partBytes; rest = rest.subarray(partBytes)) {
      yield rest.subarray(0, partBytes);
      sent += 1;
      await delay(start + sent * partMs - performance.now());
    }
  }
  yield rest;
};

/** Overwrites the line of the segment that is being spoken. */
const print = (event: RealtimeEvent): void => {
  if (event.type === 'transcript.partial') {
    const { text, stable_chars: stable } = event.segment;
    // A longer line would wrap, and could then not be overwritten.
    const from = Math.max(0, text.length - (process.stdout.columns ?? 100) + 1);
    const [black, grey] = [text.slice(from, stable), text.slice(Math.max(from, stable))];
    process.stdout.write(`\r\u001b[K${black}\u001b[2m${grey}\u001b[0m`);
  } else if (event.type === 'transcript.final') {
    process.stdout.write(`\r\u001b[K${event.segment.text}\n`);
  } else if (event.type === 'session.warning' || event.type === 'error') {
    console.error(`\n${JSON.stringify(event)}`);
  }
};

/** Streams a file at the pace of speech and prints its text as it comes. Returns the id of the session's transcription. */
export const streamLive = async (api: Customer, file: string): Promise<string> => {
  const { websocket_url: url, client_secret: secret } = await api.openSession(sampleRateHz);
  const finished = Promise.withResolvers<string>();
  const connection = new RealtimeConnection({
    url,
    clientSecret: secret.value,
    onEvent: (event) => {
      print(event);
      if (event.type === 'session.finished') finished.resolve(event.transcription_id);
    },
    onState: (state) => {
      if (state === 'closed') finished.reject(new Error('The session ended before the file did.'));
    },
  });
  console.log('');
  for await (const pcm of atSpeakingPace(file)) connection.send(pcm);
  connection.finish();
  return finished.promise;
};
