import { expect, test } from 'vitest';
import { html, trusted } from '../../docs/site/html.ts';

test('values are escaped in markup, also in attributes and lists, and markup itself is not', () => {
  const hostile = `<img src=x onerror="alert(1)"> & more`;
  const escaped = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more';
  expect(html`<p title="${hostile}">${[hostile, trusted('<b>x</b>')]}${undefined}</p>`.markup).toBe(
    `<p title="${escaped}">${escaped}<b>x</b></p>`,
  );
});
