import { highlighted } from './highlight.ts';
import { html, type Markup } from './html.ts';

export type Block = { readonly language: string; readonly code: string };

const names: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  js: 'JavaScript',
  json: 'JSON',
};

const block = ({ language, code }: Block): Markup =>
  html`<div class="code" data-language="${language}">
    <pre tabindex="0"><code>${highlighted(code.trimEnd(), language)}</code></pre>
  </div>`;

/** One block of code, or the same in several languages, of which one is chosen. It works without a script. */
export const codeGroup = (blocks: readonly Block[], id: string): Markup => {
  const [first] = blocks;
  if (!first || blocks.length === 1) return first ? block(first) : html``;
  const choices = blocks.map(
    ({ language }, at) =>
      html`<label
        ><input
          type="radio"
          name="${id}"
          value="${language}"
          ${at === 0 ? ' checked' : ''}
        />${names[language] ?? language}</label
      >`,
  );
  return html`<div class="tabs-of-code">
    <fieldset>
      <legend class="sr-only">Language</legend>
      ${choices}
    </fieldset>
    ${blocks.map(block)}
  </div> `;
};
