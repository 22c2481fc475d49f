import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { asyncApiDocument } from '#lib/domain/realtime/asyncapi.ts';
import { errorsPage } from '#lib/domain/about/errors-page.ts';
import { files, guessed, pages } from '../../docs/site/pages.ts';
import { apiDocument } from '../support/api-document.ts';
import { root } from './pages.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = testFolder();
let site: ReadonlyMap<string, string>;
beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'docs/site/build.ts'), folder], { stdio: 'pipe' });
  site = new Map(
    pages.map(({ path }) => [path, readFileSync(join(folder, `${path}.html`), 'utf8')] as const),
  );
});

const all = (text: string, pattern: RegExp): string[] =>
  text
    .matchAll(pattern)
    .map(([, found = '']) => found)
    .toArray();
const idsOf = (markup: string): string[] => all(markup, / id="([^"]+)"/g);
const linksOf = (markup: string): string[] => all(markup, / (?:href|src)="([^"]+)"/g);

test('every link within the documentation leads to a page, a file or a heading that exists', () => {
  const built = globSync('**/*.*', { cwd: folder }).map((path) => `/${path}`);
  const clients = ['/docs/earshot.tgz', '/docs/earshot-python.tar.gz'];
  const served = new Set(['/', '/v1/openapi.json', '/v1/asyncapi.json', ...clients, ...built]);
  const ids = new Map(
    [...site, ['/v1/errors', errorsPage()] as const].map(([path, markup]) => [path, idsOf(markup)]),
  );
  const isDead = (path: string, fragment: string | undefined): boolean =>
    fragment === undefined ? !served.has(path) && !ids.has(path) : ids.get(path)?.includes(fragment) !== true;
  const dead = [...site].flatMap(([page, markup]) =>
    linksOf(markup)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [path = '', fragment] = link.split('#');
        return isDead(path === '' ? page : path, fragment);
      })
      .map((link) => `${page}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test('every address that CloudFront serves has its file, and the text for language models links to each', () => {
  const clients = files.filter((path) => /\.(tgz|tar\.gz)$/.test(path));
  const missing = files.filter(
    (path) => !clients.includes(path) && globSync(`.${path}`, { cwd: folder }).length === 0,
  );
  expect(missing).toEqual([]);
  const documents = ['/v1/openapi.json', '/v1/asyncapi.json'];
  const found = [...files, ...pages.map(({ path }) => path), ...documents];
  expect(Object.values(guessed).filter((path) => !found.includes(path))).toEqual([]);
  const llms = readFileSync(join(folder, 'llms.txt'), 'utf8');
  expect(files.filter((path) => path.endsWith('.md') && !llms.includes(`(${path})`))).toEqual([]);
});

test('the client for Python ends in .tar.gz, because uv refuses other names of source distributions', () => {
  expect(files.filter((path) => path.includes('earshot-python'))).toEqual(['/docs/earshot-python.tar.gz']);
});

test('the reference has every operation, webhook event, schema and error of the OpenAPI document, and every message of the other', () => {
  const reference = new Set(idsOf(site.get('/docs/api') ?? ''));
  const operations = [apiDocument.paths, apiDocument.webhooks]
    .flatMap((paths) => Object.values<object>(paths).flatMap((methods) => Object.values(methods)))
    .map(({ operationId }) => operationId.toLowerCase());
  const schemas = Object.keys(apiDocument.components.schemas).map((name) => `schema-${name.toLowerCase()}`);
  expect([...operations, ...schemas].filter((id) => !reference.has(id))).toEqual([]);
  const messages = new Set(idsOf(site.get('/docs/realtime-messages') ?? ''));
  const named = Object.keys(asyncApiDocument().components.messages);
  expect(named.filter((name) => !messages.has(`schema-${name.toLowerCase()}`))).toEqual([]);
});

test.each(pages.map(({ path }) => path))('%s has no inline script or style, and no id twice', (path) => {
  const markup = site.get(path) ?? '';
  expect(markup).not.toMatch(/<style| style="|<script(?! type="module" src="\/assets\/)| on\w+="/);
  expect(new Set(idsOf(markup)).size).toBe(idsOf(markup).length);
});
