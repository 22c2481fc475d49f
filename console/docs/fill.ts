/** Replaces a placeholder by a value of the reader's deployment, in all code of the page. */
export const fill = (name: 'base-url' | 'key', value: string): void => {
  for (const place of document.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = value;
};
