import { spawn } from 'node:child_process';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { marshall } from '@aws-sdk/util-dynamodb';
import { chunkEncoder } from '#lib/speech/audio/chunk-file.ts';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import { newJobItem } from '#lib/domain/transcriptions/job-item.ts';
import { listen } from '#local/ports.ts';
import { aTranscription } from '../../test/support/transcription.ts';

const sample = join(import.meta.dirname, '../../local/samples/two-cities.ogg');
const job = aTranscription({ status: 'processing', attempt: 1, chunkCount: 2 });
const message = { tenant: job.tenant, id: job.id, attempt: 1, index: 0 };
const event = { Records: [{ messageId: 'm', body: JSON.stringify(message), attributes: {} }] };
const script = `const { handler } = await import(process.argv[1]);
  console.log(JSON.stringify(await handler(${JSON.stringify(event)}, { getRemainingTimeInMillis: () => 60_000 }))); process.exit()`;

/** The first ten seconds of the sample as an encoded chunk. */
const tenSeconds = async (speechDir: string): Promise<Buffer> => {
  const cut = audioCutter({
    ffmpegPath: findFfmpeg(speechDir),
    lengths: speechModels['moonshine-tiny'].chunks,
  });
  const endMs = 10_000;
  const { signal } = new AbortController();
  for await (const { pcm, ...chunk } of cut(sample, { multichannel: false, signal }))
    return chunkEncoder()({ ...chunk, endMs, pcm: pcm.subarray(0, toSamples(endMs)) });
  throw new Error('The sample is empty.');
};

/**
 * The time in ms from the start of a recognize-chunk process to its first text, for ten seconds of speech. The process loads
 * the bundle and its engine. Its AWS calls go to this process, which answers at once.
 */
export const firstTextTimer = async (file: string, env: NodeJS.ProcessEnv & { SPEECH_DIR: string }) => {
  const chunk = await tenSeconds(env.SPEECH_DIR);
  let written = (_text: string): void => {};
  const answer = async (request: IncomingMessage): Promise<string | Buffer> => {
    const body = await buffer(request);
    if (request.headers['x-amz-target']) {
      const isOfJob = JSON.parse(body.toString()).Key?.sk?.S === 'job';
      const item = isOfJob ? marshall(newJobItem(job)) : undefined;
      return JSON.stringify({ Item: item, Attributes: item });
    }
    if (request.method === 'PUT') written(body.toString());
    return request.method === 'GET' ? chunk : '';
  };
  const { url: AWS_ENDPOINT_URL, serve, close } = await listen(0);
  serve((request, response) => {
    void answer(request).then((content) => response.end(content));
  });
  const credentials = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x' };

  const measure = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
        env: { ...env, ...credentials, AWS_ENDPOINT_URL },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child.once('exit', () => reject(new Error('The function ended without a text.')));
      written = (text) => {
        child.kill('SIGKILL');
        if (text.includes('best of times')) resolve(performance.now() - started);
        else reject(new Error(`The function wrote ${text}`));
      };
    });
  return { measure, stop: close };
};
