import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { slugOf } from '../../docs/site/slug.ts';

export const root = join(import.meta.dirname, '../..');

export type Page = { readonly path: string; readonly text: string };

const notOurs = ['node_modules/**', '.local/**', 'build/**', 'cdk.out/**', 'coverage/**'];

export const pages: readonly Page[] = globSync('**/*.md', { cwd: root, exclude: notOurs })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export const pageAt = (path: string): Page => {
  const page = pages.find((one) => one.path === path);
  if (!page) throw new Error(`There is no page ${path}.`);
  return page;
};

const fence = /^```[^\n]*\n[\s\S]*?^```$/gm;
const commandFence = /^```(?:sh|bash)\n([\s\S]*?)^```$/gm;

const prose = ({ text }: Page): string => text.replaceAll(fence, '');

/** The text in backticks, outside of fenced blocks. */
const spansOf = (page: Page): string[] =>
  prose(page)
    .matchAll(/`([^`\n]+)`/g)
    .map(([, span = '']) => span)
    .toArray();

/** The words of all fenced shell blocks. */
const commandWordsOf = ({ text }: Page): string[] =>
  text
    .matchAll(commandFence)
    .flatMap(([, block = '']) => block.split(/[\s"'()]+/))
    .toArray();

const folders = ['functions', 'lib', 'cdk', 'local', 'console', 'test', 'bench', 'docs', '.ci', '.githooks'];
const isPathLike = /^(?!\/|\.local\/|DATA_DIR\/|build\/|cdk\.out\/)[\w.@{},*/-]+$/;
const hasSourceName = /\.(?:ts|tsx|mjs|json|md|sh|css|html|ogg)$/;

const startsInFolder = (word: string): boolean => folders.some((folder) => word.startsWith(`${folder}/`));

/** The paths on a page, in backticks or in shell blocks. */
export const pathsOf = (page: Page): string[] => {
  const inProse = spansOf(page).filter((span) => startsInFolder(span) || hasSourceName.test(span));
  const inCommands = commandWordsOf(page).filter(startsInFolder);
  return [...inProse, ...inCommands].filter((word) => isPathLike.test(word));
};

/** Whether a path exists, relative to the root or to the folder of `page`. The path may be a glob. */
export const exists = (page: Page, path: string): boolean =>
  [root, join(root, dirname(page.path))].some((cwd) =>
    /[*{]/.test(path) ? globSync(path, { cwd }).length > 0 : existsSync(join(cwd, path)),
  );

export type Link = { readonly target: string; readonly anchor: string | undefined };

/**
 * Links to other pages and headings of this repository, with paths from its root. A link that starts with a slash leads to a
 * server.
 */
export const linksOf = (page: Page): Link[] =>
  prose(page)
    .matchAll(/\]\((?!https?:|mailto:|\/)([^)\s#]*)(?:#([^)\s]*))?\)/g)
    .map(([, target = '', anchor]) => ({
      target: target === '' ? page.path : relative(root, join(root, dirname(page.path), target)),
      anchor,
    }))
    .toArray();

/** The headings of a page, as written. */
export const headingsOf = (page: Page): string[] =>
  prose(page)
    .matchAll(/^#+ (.+)$/gm)
    .map(([, heading = '']) => heading)
    .toArray();

export const anchorsOf = (page: Page): string[] => headingsOf(page).map(slugOf);

/** The npm scripts that a page mentions. */
export const scriptsOf = ({ text }: Page): string[] => [
  ...text.matchAll(/npm run ([\w:-]+)/g).map(([, name = '']) => name),
  ...text.matchAll(/npm (start|test)\b/g).map(([, name = '']) => name),
];

/** The text in backticks in the first cell of each table row. */
export const rowsOf = ({ text }: Page): string[] =>
  text
    .matchAll(/^\|([^|]*)\|/gm)
    .flatMap(([, cell = '']) => cell.matchAll(/`([^`]+)`/g).map(([, name = '']) => name))
    .toArray();

/** The names of all events that are ever logged. */
export const logEvents: ReadonlySet<string> = new Set(
  readFileSync(join(root, 'lib/platform/log-events.ts'), 'utf8')
    .matchAll(/\| '([\w.]+)'/g)
    .map(([, event = '']) => event),
);
