import { defineConfig } from 'vite';

/** Builds `index.html` plus content-hashed files under `assets/`, for a bucket. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    // The content security policy forbids inline code and data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
});
