import { escapedHtml } from '#lib/platform/html.ts';

/** Text that is markup already. */
export type Markup = { readonly markup: string };

type Value = Markup | string | number | undefined | readonly (Markup | string)[];

const textOf = (value: Value): string => {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapedHtml(String(value));
  return 'markup' in value ? value.markup : value.map(textOf).join('');
};

/** Markup with the values put in, all escaped but markup itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  trusted(parts.map((part, at) => part + textOf(values[at])).join(''));

/** For what a renderer made. */
export const trusted = (markup: string): Markup => ({ markup });
