import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

export type SiteFile = { readonly type: string; readonly body: Buffer };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.tgz': 'application/gzip',
  '.gz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
};

/** The files of a deployed folder by path, with a leading slash. The site is small, so all files are in memory. */
export const siteFiles = (dir: string): ReadonlyMap<string, SiteFile> =>
  new Map(
    globSync('**/*', { cwd: dir })
      .filter((path) => statSync(join(dir, path)).isFile())
      .map((path) => [
        `/${path}`,
        {
          type: types[extname(path)] ?? 'application/octet-stream',
          body: readFileSync(join(dir, path)),
        },
      ]),
  );
