import { expect, test } from 'vitest';
import { bar, terminalOf } from '../../../../sdk/typescript/cli/terminal.ts';

const clear = '\r\u001b[2K';

const start = (stderr: { isTTY?: boolean; columns?: number } = { isTTY: true, columns: 20 }) => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  return { written, terminal: terminalOf(output, { ...output, ...stderr }) };
};

test('results and hints are written above the line of progress, never into it', () => {
  const { written, terminal } = start();
  terminal.update?.('half');
  terminal.print('a text');
  terminal.say('a hint');
  expect(written.join('')).toBe(`${clear}half${clear}a text\n${clear}half${clear}a hint\n${clear}half`);
});

test('a line of progress is cut to the width of the terminal, as one that wraps could not be replaced', () => {
  const { written, terminal } = start();
  terminal.update?.('█'.repeat(30));
  expect(written).toEqual([clear + '█'.repeat(19)]);
});

test('once progress is cleared, lines are written as they are', () => {
  const { written, terminal } = start();
  terminal.update?.('half');
  terminal.update?.('');
  terminal.print('a text');
  expect(written.at(-1)).toBe('a text\n');
});

test('a pipe gets no progress', () => {
  expect(start({}).terminal.update).toBeNull();
});

test('a bar is full at the end, and bears a share beyond it', () => {
  expect([bar(0), bar(1), bar(1.2)].map((text) => text.replace(/[^█]/g, '').length)).toEqual([0, 24, 24]);
});
