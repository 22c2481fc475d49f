import { readStored, writeStored } from '../parts/stored.ts';

const storageKey = 'docs-language';

const choices = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('.tabs-of-code input'),
];

const choose = (language: string | null): void => {
  for (const input of choices()) if (input.value === language) input.checked = true;
};

/** Shows all code of all pages in the language that the reader chose last. */
export const chooseLanguages = (): void => {
  choose(readStored(storageKey));
  for (const input of choices())
    input.addEventListener('change', () => {
      // The content above may have grown. Scrolls so that the block stays in place.
      const before = input.getBoundingClientRect().top;
      choose(input.value);
      writeStored(storageKey, input.value);
      scrollBy(0, input.getBoundingClientRect().top - before);
    });
};
