import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { guideBlocks } from '../support/guides.ts';
import { testFolder } from '../support/test-folder.ts';
import { listen } from '../support/listen.ts';

const modules = join(import.meta.dirname, '../../node_modules');

const folder = testFolder();

/** A server whose job is not yet done at the first two requests. */
const slowService = async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const answer = requests < 3 ? { error: { message: 'Not yet.' } } : { text: 'Hello there.' };
    request.resume().on('end', () => {
      response.writeHead(requests < 3 ? 409 : 200, {
        'content-type': 'application/json',
        'retry-after-ms': '1',
      });
      response.end(JSON.stringify(answer));
    });
  });
  return { server, url: `http://127.0.0.1:${await listen(server)}`, requests: () => requests };
};

test('the program of the guide for OpenAI’s client in Node sends its file again until the job has ended', async () => {
  const guide = guideBlocks.find(({ page, language }) => page === 'from-openai' && language === 'ts');
  symlinkSync(modules, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'call.mp3'), 'audio');
  writeFileSync(join(folder, 'program.mts'), guide?.code ?? '');
  const { server, url, requests } = await slowService();
  const env = { ...process.env, EARSHOT_BASE_URL: url, EARSHOT_API_KEY: 'es_live_key' };
  const { stdout } = await promisify(execFile)(process.execPath, ['program.mts'], { cwd: folder, env });
  server.close();
  expect([stdout.trim(), requests()]).toEqual(['Hello there.', 3]);
});
