import { defineConfig } from 'vite';

/** The page as files for a bucket: `index.html`, and everything else under `assets/`, named by its content. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    // The page's content policy lets in files of its own origin, no inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
});
