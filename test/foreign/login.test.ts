import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { noPython, runPython } from './python.ts';
import { testFolder } from '../support/test-folder.ts';
import { listen } from '../support/listen.ts';

const main = join(import.meta.dirname, '../../sdk/typescript/cli/main.ts');
const Seen = z.object({ shown: z.string(), code: z.number(), echoes: z.boolean() });

describe.skipIf(noPython)(`"earshot login" at a terminal (${noPython ?? "of Python's pty"})`, () => {
  let server: Server;
  let url: string;
  const home = testFolder();
  beforeAll(async () => {
    server = createServer((_request, answer) =>
      answer.setHeader('content-type', 'application/json').end('{"data":[],"next_cursor":null}'),
    );
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => void server.close());

  const login = async (...typed: readonly string[]) => {
    const program = [process.execPath, main, 'login'];
    const printed = await runPython(['terminal.py', ...typed, '--', ...program], {
      env: { XDG_CONFIG_HOME: home },
    });
    return Seen.parse(JSON.parse(printed));
  };

  test('earshot login at a terminal keeps a key that is typed, and never shows it', async () => {
    const { shown, code, echoes } = await login(`Address=${url}\\r`, 'key=es_test_typed\\r');
    expect({ code, echoes }).toEqual({ code: 0, echoes: true });
    expect(shown).toContain(url);
    expect(shown).not.toContain('es_test');
    expect(JSON.parse(readFileSync(join(home, 'earshot/config.json'), 'utf8'))).toEqual({
      baseUrl: url,
      apiKey: 'es_test_typed',
    });
  });

  test('earshot login ends by Ctrl-C in the middle of a key, which is not shown, and the terminal is as before', async () => {
    const { shown, code, echoes } = await login('Address=https://api.example\\r', 'key=es_te\\x03');
    expect({ code, echoes }).toEqual({ code: 130, echoes: true });
    expect(shown).not.toMatch(/es_te|Error/);
  });
});
