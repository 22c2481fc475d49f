/** Builds the site of the documentation: node docs/site/build.ts FOLDER. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { operations } from '#functions/contracts.ts';
import { asyncApiDocument } from '#lib/domain/realtime/asyncapi.ts';
import { documentedWebhooks } from '#lib/domain/webhooks/payload.ts';
import { openApiDocument } from '#lib/platform/openapi/document.ts';
import { layout, type Assets } from './layout.ts';
import { llmsText } from './llms.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { type AsyncApi, messageReference } from './messages.ts';
import { markdownPath, pages, type SitePage } from './pages.ts';
import { apiReference, type OpenApi } from './reference.ts';

const root = join(import.meta.dirname, '../..');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** As callers get it. */
const openApi = (): OpenApi => JSON.parse(JSON.stringify(openApiDocument(operations, documentedWebhooks)));
const asyncApi = (): AsyncApi => JSON.parse(JSON.stringify(asyncApiDocument()));

const rendered = ({ path, file }: SitePage): Rendered => {
  if (file !== undefined) return renderMarkdown(read(file), file);
  return path === '/docs/api' ? apiReference(openApi()) : messageReference(asyncApi());
};

/** Bundles the style, the script and the icon into `folder`, under names that change with their content. */
const bundle = (folder: string): Assets => {
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ['console/docs/docs.css', 'console/docs/docs.ts', 'console/icon.svg'],
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    loader: { '.svg': 'copy' },
    logLevel: 'warning',
  });
  const addressOf = (source: string): string => {
    const output = Object.entries(metafile.outputs).find(
      ([, { entryPoint, inputs }]) => entryPoint === source || source in inputs,
    );
    if (!output) throw new Error(`${source} was not bundled.`);
    return `/${relative(folder, join(root, output[0]))}`;
  };
  return {
    style: addressOf('console/docs/docs.css'),
    script: addressOf('console/docs/docs.ts'),
    icon: addressOf('console/icon.svg'),
  };
};

/** Writes the whole site into `folder`, where the paths of files are their addresses, pages with `.html`. */
const build = (folder: string): void => {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const assets = bundle(folder);
  for (const page of pages) {
    write(`${page.path}.html`, layout(assets, { page, ...rendered(page) }));
    if (page.file !== undefined) write(markdownPath(page), read(page.file));
  }
  write('/llms.txt', llmsText());
};

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Name the folder: node docs/site/build.ts FOLDER');
build(folder);
