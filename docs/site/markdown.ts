import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { type Block, codeGroup } from './code.ts';
import { type Markup, trusted } from './html.ts';
import { pages } from './pages.ts';
import { slugOf } from './slug.ts';

export type Heading = {
  readonly id: string;
  readonly text: string;
  /** Whether it stands below the heading before it. */
  readonly isDeeper?: boolean;
};

/** What fills a page: its title, the headings of its second level, and its markup. */
export type Rendered = {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly body: Markup;
};

const markdown = new MarkdownIt();
// A table scrolls by itself on a narrow screen.
markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';

type Tokens = ReturnType<typeof markdown.parse>;
type Token = Tokens[number];

/** Gives headings their ids. Returns them with their level. */
const markHeadings = (tokens: Tokens): (Heading & { readonly tag: string })[] =>
  tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const id = slugOf(text);
    token.attrSet('id', id);
    return [{ tag: token.tag, id, text }];
  });

/** The address on the site of a link in the Markdown of `file`; undefined if the site lacks its page. */
const addressOf = (href: string, file: string): string | undefined => {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const page = pages.find((one) => one.file === target);
  return page && page.path + (fragment === undefined ? '' : `#${fragment}`);
};

/** Turns links to Markdown into links to pages. Where the site lacks the page, the words stay without a link. */
const resolveLinks = (inline: readonly Token[], file: string): void => {
  let hidden = false;
  for (const token of inline) {
    if (token.type === 'link_open') {
      const address = addressOf(String(token.attrGet('href')), file);
      hidden = address === undefined;
      token.attrSet('href', address ?? '');
    }
    if (hidden && token.type.startsWith('link_')) token.type = 'text';
  }
};

const blockOf = ({ info, content }: Token): Block => ({
  language: info.split(' ', 1)[0] ?? '',
  code: content,
});

const sayTheSame = (a: Block | undefined, b: Block): boolean =>
  a !== undefined && ![a.language, b.language].includes('json') && a.language !== b.language;

/** Programs that follow each other in different languages say the same, so they become one group. */
const groupCode = (tokens: Tokens): Tokens => {
  const grouped: Tokens = [];
  let blocks: Block[] = [];
  for (const token of tokens) {
    if (token.type !== 'fence') {
      grouped.push(token);
      continue;
    }
    const block = blockOf(token);
    const last = grouped.at(-1);
    const isNext = last?.type === 'html_block' && sayTheSame(blocks.at(-1), block);
    blocks = isNext ? [...blocks, block] : [block];
    const group = isNext ? last : token;
    group.type = 'html_block';
    group.content = codeGroup(blocks, `code-${grouped.length}`).markup;
    if (!isNext) grouped.push(group);
  }
  return grouped;
};

/** The Markdown of `file`: headings with ids, code with tabs, links within the site. */
export const renderMarkdown = (text: string, file: string): Rendered => {
  const tokens = markdown.parse(text, {});
  const headings = markHeadings(tokens);
  for (const { children } of tokens) resolveLinks(children ?? [], file);
  return {
    title: headings.find(({ tag }) => tag === 'h1')?.text ?? file,
    headings: headings.filter(({ tag }) => tag === 'h2'),
    body: trusted(markdown.renderer.render(groupCode(tokens), markdown.options, {})),
  };
};

/** A description of the API's documents, as paragraphs and lists. */
export const renderText = (text: string): Markup => trusted(markdown.render(text));
/** The same within a line. */
export const renderInline = (text: string): Markup => trusted(markdown.renderInline(text));
