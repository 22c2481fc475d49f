import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { runtimes } from './runtimes.ts';
import { withOutput } from './with-output.ts';
import { testFolder } from '../support/test-folder.ts';

const builder = join(import.meta.dirname, '../../sdk/typescript/package/build.mjs');
const program = `
  import { readFileSync } from 'node:fs';
  import process from 'node:process';
  import { Earshot } from 'earshot';
  const [, , baseUrl = '', apiKey = ''] = process.argv;
  const earshot = new Earshot({ baseUrl, apiKey });
  let sent = 0;
  const onUpload = ({ sentBytes, totalBytes }) => (sent = sentBytes / totalBytes);
  const watched = await earshot.transcribe('call.mp3', { onUpload });
  const { transcript } = await earshot.transcribe('call.mp3');
  const session = await earshot.realtime.create({
    audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
  });
  const live = [];
  await new Promise((resolve) => {
    const onEvent = (event) => {
      if (event.type === 'transcript.final') live.push(event.segment.text);
      if (event.type === 'session.finished') resolve();
    };
    const connection = earshot.realtime.connect(session, { onEvent });
    connection.send(readFileSync('call.pcm'));
    connection.finish();
  });
  console.log(JSON.stringify({ sent, watched: watched.transcript, transcript, live: live.join(' ') }));
  process.exit();`;

describe.skipIf(noSpeech)(`the client for TypeScript (${noSpeech ?? 'on the local stack'})`, () => {
  const work = testFolder();
  let service: Service;
  beforeAll(async () => {
    service = await startService();
    execFileSync(process.execPath, [builder, join(work, 'node_modules/earshot')]);
    writeFileSync(join(work, 'package.json'), '{"type":"module"}');
    writeFileSync(join(work, 'program.ts'), program);
    writeFileSync(join(work, 'call.mp3'), await tenSeconds('-f', 'mp3').bytes());
    const samples = tenSeconds('-f', 's16le', '-ar', '16000', '-ac', '1');
    writeFileSync(join(work, 'call.pcm'), await samples.bytes());
  });
  afterAll(async () => {
    await service.stop();
  });

  test.each(runtimes)(
    'in %s a file at a path, with progress and without, and live speech become text',
    async (_, [command, ...args]) => {
      const asked = [...args, 'program.ts', service.stack.baseUrl, service.key];
      const { stdout } = await withOutput(promisify(execFile)(command, asked, { cwd: work }));
      const text = expect.stringMatching(/best of times/i);
      expect(JSON.parse(stdout)).toEqual({ sent: 1, watched: text, transcript: text, live: text });
    },
  );
});
