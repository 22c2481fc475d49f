/** A page of the site. Those without a file are rendered from the API's own documents. */
export type SitePage = {
  /** Its address, without the origin. */
  readonly path: string;
  /** Its name in the list of pages. */
  readonly title: string;
  /** The Markdown that it shows, from the root of the repository. */
  readonly file?: string;
};

const guide = (name: string, title: string): SitePage => ({
  path: `/docs/${name}`,
  title,
  file: `docs/guides/${name}.md`,
});

/** All pages in the order of the sidebar. */
export const sections: readonly { readonly title: string; readonly pages: readonly SitePage[] }[] = [
  {
    title: 'Start',
    pages: [
      { path: '/docs', title: 'Quickstart', file: 'docs/guides/quickstart.md' },
      { path: '/docs/typescript', title: 'TypeScript', file: 'sdk/typescript/README.md' },
      { path: '/docs/python', title: 'Python', file: 'sdk/python/README.md' },
    ],
  },
  {
    title: 'Guides',
    pages: [
      guide('browser-upload', 'Browser upload'),
      guide('options', 'Options of a job'),
      guide('languages', 'Languages and models'),
      guide('vocabulary', 'Vocabulary'),
      guide('translation', 'Translation'),
      guide('webhooks', 'Webhooks'),
      guide('realtime', 'Realtime'),
      guide('errors', 'Errors and retries'),
      guide('limits', 'Limits and price'),
    ],
  },
  {
    title: 'Coming from',
    pages: [
      guide('from-soniox', 'Soniox'),
      guide('from-assemblyai', 'AssemblyAI'),
      guide('from-deepgram', 'Deepgram'),
      guide('from-openai', 'OpenAI'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: '/docs/api', title: 'API' },
      { path: '/docs/realtime-messages', title: 'Realtime messages' },
      guide('compatibility', 'Compatibility'),
      { path: '/docs/changelog', title: 'Changelog', file: 'CHANGELOG.md' },
    ],
  },
];

export const pages: readonly SitePage[] = sections.flatMap((section) => section.pages);

/** Addresses that a person guesses, and where they lead. Those under `/docs/guides` lead to the page of that name. */
export const guessed: Readonly<Record<string, string>> = {
  '/docs/quickstart': '/docs',
  '/docs/getting-started': '/docs',
  '/docs/guides': '/docs',
  '/docs/index': '/docs',
  '/docs/reference': '/docs/api',
  '/docs/openapi.json': '/v1/openapi.json',
  '/docs/asyncapi.json': '/v1/asyncapi.json',
  '/docs/llms.txt': '/llms.txt',
  '/openapi.json': '/v1/openapi.json',
};

/** Where a page's Markdown is, for programs that read. */
export const markdownPath = ({ path }: SitePage): string =>
  `${path === '/docs' ? '/docs/quickstart' : path}.md`;

/** Addresses of files that are no pages. */
export const files: readonly string[] = [
  '/llms.txt',
  // The clients, as npm, pip and uv install them.
  '/docs/earshot.tgz',
  '/docs/earshot-python.tar.gz',
  ...pages.filter(({ file }) => file !== undefined).map(markdownPath),
];
