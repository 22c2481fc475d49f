const storageKey = 'docs-language';

const choices = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('.tabs-of-code input'),
];

const choose = (language: string | null): void => {
  for (const input of choices()) if (input.value === language) input.checked = true;
};

const lastChosen = (): string | null => {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
};

const keep = (language: string): void => {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the next page starts with its first language.
  }
};

/** Shows all code of all pages in the language that the reader chose last. */
export const chooseLanguages = (): void => {
  choose(lastChosen());
  for (const input of choices())
    input.addEventListener('change', () => {
      // The content above may have grown. Scrolls so that the block stays in place.
      const before = input.getBoundingClientRect().top;
      choose(input.value);
      keep(input.value);
      scrollBy(0, input.getBoundingClientRect().top - before);
    });
};
