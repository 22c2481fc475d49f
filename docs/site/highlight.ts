import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { html, type Markup, trusted } from './html.ts';
import { placeholders } from './placeholders.ts';

const languages = { sh: bash, js: javascript, json, python, ts: typescript };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Code with classes on its words; plain in a language that is not known here. */
export const highlighted = (code: string, language: string): Markup => {
  const marked = hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : html`${code}`.markup;
  return trusted(
    Object.entries(placeholders).reduce(
      (text, [name, value]) => text.replaceAll(value, `<span data-fill="${name}">${value}</span>`),
      marked,
    ),
  );
};
