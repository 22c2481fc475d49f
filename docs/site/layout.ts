import { html, type Markup } from './html.ts';
import type { Heading, Rendered } from './markdown.ts';
import { pages, sections, type SitePage } from './pages.ts';

/** The hashed files that every page loads, as addresses. */
export type Assets = { readonly style: string; readonly script: string; readonly icon: string };

export type Content = Rendered & { readonly page: SitePage };

const link = (page: SitePage, current: SitePage): Markup =>
  html`<li><a href="${page.path}" ${page === current ? currentPage : undefined}>${page.title}</a></li>`;

const deeper: Markup = { markup: ' class="deeper"' };
const currentPage: Markup = { markup: ' aria-current="page"' };

const menu = (current: SitePage): Markup[] =>
  sections.map(
    ({ title, pages: listed }) =>
      html`<section>
        <h2>${title}</h2>
        <ul>
          ${listed.map((page) => link(page, current))}
        </ul>
      </section>`,
  );

const onThisPage = (headings: readonly Heading[]): Markup =>
  headings.length < 2
    ? html``
    : html`<nav class="contents" aria-label="On this page">
        <p>On this page</p>
        <ul>
          ${headings.map(
            ({ id, text, isDeeper }) =>
              html`<li><a href="#${id}" ${isDeeper ? deeper : undefined}>${text}</a></li>`,
          )}
        </ul>
      </nav>`;

const neighbours = (current: SitePage): Markup => {
  const at = pages.indexOf(current);
  const before = pages[at - 1];
  const after = pages[at + 1];
  return html`<nav class="neighbours" aria-label="Next and previous page">
    ${
      before && html`<a rel="prev" href="${before.path}">${before.title}</a>`
    }${after && html`<a rel="next" href="${after.path}">${after.title}</a>`}
  </nav>`;
};

/** A whole page of the site. It can be read without its script, which fills in the address and a key, and copies. */
export const layout = (assets: Assets, { page, title, headings, body }: Content): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Earshot</title>
        <link rel="icon" href="${assets.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style}" />
        <script type="module" src="${assets.script}"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <div class="bar">
            <a class="home" href="/docs"
              ><img src="${assets.icon}" alt="" width="24" height="24" />Earshot
              <span class="quiet">Docs</span></a
            >
            <ul class="links">
              <li><a href="/docs/api">API</a></li>
              <li><a href="/v1/errors">Errors</a></li>
              <li><a href="/">Console</a></li>
            </ul>
          </div>
        </header>
        <div class="docs">
          <details class="pages" open>
            <summary>All pages</summary>
            <nav aria-label="Pages">${menu(page)}</nav>
          </details>
          <main id="content" tabindex="-1">${body}${neighbours(page)}</main>
          ${onThisPage(headings)}
        </div>
      </body>
    </html> `.markup;
