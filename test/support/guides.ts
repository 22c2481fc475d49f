import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { placeholders } from '../../docs/site/placeholders.ts';

const root = join(import.meta.dirname, '../..');

/** A code block of a guide. `mark` is the text after its language. */
export type GuideBlock = {
  readonly page: string;
  readonly language: string;
  readonly mark: string;
  readonly code: string;
};

const blocksOf = (path: string): GuideBlock[] =>
  readFileSync(join(root, path), 'utf8')
    .matchAll(/^```(\w*) ?([^\n]*)\n([\s\S]*?)^```$/gm)
    .map(([, language = '', mark = '', code = '']) => ({ page: basename(path, '.md'), language, mark, code }))
    .toArray();

/** All code blocks of the guides, page by page. */
export const guideBlocks: readonly GuideBlock[] = globSync('docs/guides/*.md', { cwd: root })
  .toSorted()
  .flatMap(blocksOf);

export type GuideWorld = {
  readonly baseUrl: string;
  readonly key: string;
  /** The address of a server that serves call.mp3 and accepts webhooks. */
  readonly receiver: string;
};

/**
 * The text of a block in a test: with the deployment, key and servers of this world. It requests no translation, because the
 * world has no translator.
 */
export const inWorld = (code: string, { baseUrl, key, receiver }: GuideWorld): string =>
  code
    .replaceAll(placeholders['base-url'], baseUrl)
    .replaceAll(placeholders.key, key)
    .replaceAll('https://media.example.com/', receiver)
    .replaceAll('https://hooks.example.com/', receiver)
    .replaceAll(/(target_language\W+)es\b/g, '$1en');
