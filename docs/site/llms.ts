import { markdownPath, sections, type SitePage } from './pages.ts';

const line = (page: SitePage): string =>
  `- [${page.title}](${page.file === undefined ? page.path : markdownPath(page)})`;

/** The list of pages for language models, as llmstxt.org describes it. */
export const llmsText = (): string =>
  [
    '# Earshot',
    '',
    '> Speech transcription over HTTP: recordings become text with times, live speech becomes text while it is spoken. Requests carry `Authorization: Bearer <API_KEY>`.',
    '',
    'The API is described by [/v1/openapi.json](/v1/openapi.json) and [/v1/asyncapi.json](/v1/asyncapi.json), its errors by /v1/errors (JSON with `Accept: application/json`), this deployment by [/v1/capabilities](/v1/capabilities).',
    '',
    ...sections.flatMap(({ title, pages }) => [`## ${title}`, '', ...pages.map(line), '']),
  ].join('\n');
