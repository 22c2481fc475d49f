import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openPrompt } from '../../../../sdk/typescript/cli/prompt.ts';

/** The input of a terminal. In raw mode, the terminal does not echo the keys. */
const aTerminal = () => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => modes.push(on),
  });
  const output = new PassThrough();
  const shown = () => String(output.read() ?? '');
  return { modes, input, shown, prompt: openPrompt(input, output) };
};

test('a secret is read without being shown, and what is typed before it is', async () => {
  const { input, modes, prompt, shown } = aTerminal();
  const address = prompt.ask('Address: ');
  input.write('https://api.example\r');
  expect(await address).toBe('https://api.example');
  const key = prompt.ask('Key: ', 'secret');
  input.write('es_liveX\u007f_k\r');
  expect(await key).toBe('es_live_k');
  prompt.close();
  const seen = shown();
  expect(seen).toContain('https://api.example');
  expect(seen).toMatch(/Key: (\u001b\[\S+)?\n$/);
  expect(modes).toEqual([true, false]);
});

test('a secret that is pasted with the line before it, or typed ahead of its question, is not shown', async () => {
  const { input, prompt, shown } = aTerminal();
  const address = prompt.ask('Address: ');
  input.write('https://api.example\res_li');
  await address;
  const key = prompt.ask('Key: ', 'secret');
  input.write('ve_k\r');
  expect(await key).toBe('es_live_k');
  prompt.close();
  expect(shown()).not.toMatch(/es_li|ve_k/);
});

test.each(['\u0003', '\u0004'])('%j at a question ends it and gives the terminal back', async (key) => {
  const { input, modes, prompt, shown } = aTerminal();
  const asked = prompt.ask('Key: ', 'secret');
  input.write(`es_li${key === '\u0004' ? '\u0015' : ''}${key}`);
  await expect(asked).rejects.toThrow(key === '\u0003' ? 'Interrupted' : 'Nothing was typed for "Key:".');
  expect(shown()).not.toContain('es_li');
  expect(modes).toEqual([true, false]);
});

test('the lines of a pipe answer the questions in turn, also when they arrive at once', async () => {
  const input = new PassThrough();
  const prompt = openPrompt(input, new PassThrough());
  input.end('https://api.example\nes_live_k\n');
  expect([await prompt.ask('Address: '), await prompt.ask('Key: ', 'secret')]).toEqual([
    'https://api.example',
    'es_live_k',
  ]);
  await expect(prompt.ask('More: ')).rejects.toThrow('Nothing was typed for "More:".');
});
