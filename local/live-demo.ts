import type { Earshot } from '../sdk/typescript/client.ts';
import type { RealtimeEvent } from '../sdk/typescript/realtime.ts';
import { openLiveAudio } from './live-audio.ts';

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
export const streamLive = async ({ realtime }: Earshot, file: string): Promise<string> => {
  const { audio, parts } = openLiveAudio(file);
  const session = await realtime.create({ audio });
  const finished = Promise.withResolvers<string>();
  const connection = realtime.connect(session, {
    onEvent: (event) => {
      print(event);
      if (event.type === 'session.finished') finished.resolve(event.transcription_id);
    },
    onState: (state) => {
      if (state === 'closed') finished.reject(new Error('The session ended before the file did.'));
    },
  });
  console.log('');
  for await (const part of parts) connection.send(part);
  connection.finish();
  return finished.promise;
};
