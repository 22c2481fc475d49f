import { join } from 'node:path';
import { build } from 'esbuild';
import type { GuideBlock } from './guides.ts';

const browserClient = join(import.meta.dirname, '../../sdk/typescript/browser.ts');

/** A script that defines `runBlock`, a function with the code of a block. The function gets the objects that a web page has. */
export const scriptOf = async ({ code }: GuideBlock): Promise<string> => {
  const lines = code.split('\n');
  const isImport = (line: string): boolean => line.startsWith('import ');
  const contents = [
    ...lines.filter(isImport),
    'globalThis.runBlock = async ({ file, grant, signal, session, draft, text }) => {',
    ...lines.filter((line) => !isImport(line)),
    '};',
  ].join('\n');
  const { outputFiles } = await build({
    stdin: { contents, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
    alias: { 'earshot/browser': browserClient },
  });
  return outputFiles[0]?.text ?? '';
};
