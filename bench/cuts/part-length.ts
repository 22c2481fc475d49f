import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Sets the length of parts, instead of four minutes. It must be a multiple of eight seconds. Call this before importing the
 * modules that cut.
 */
export const setPartMs = (ms: number): void => {
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/audio/parts/borders.ts')) return loaded;
      const source = readFileSync(fileURLToPath(url), 'utf8');
      const changed = source.replace(/(?<=export const partMs = )[\d_]+/, String(ms));
      if (changed === source && ms !== 240_000)
        throw new Error('borders.ts has no length of parts to change.');
      return { ...loaded, source: changed };
    },
  });
};
