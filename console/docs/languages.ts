const storageKey = 'docs-language';

const choices = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('.tabs-of-code input'),
];

const choose = (language: string): void => {
  for (const input of choices()) if (input.value === language) input.checked = true;
};

/** Shows all code of all pages in the language that the reader chose last. */
export const chooseLanguages = (): void => {
  const last = localStorage.getItem(storageKey);
  if (last !== null) choose(last);
  for (const input of choices())
    input.addEventListener('change', () => {
      // What was above may have grown: the block stays where it was.
      const before = input.getBoundingClientRect().top;
      choose(input.value);
      localStorage.setItem(storageKey, input.value);
      scrollBy(0, input.getBoundingClientRect().top - before);
    });
};
