const copy = async (block: Element, made: HTMLButtonElement): Promise<void> => {
  const text = block.querySelector('code')?.textContent ?? '';
  made.textContent = await navigator.clipboard.writeText(text).then(
    () => 'Copied',
    () => 'Select it and copy',
  );
  setTimeout(() => (made.textContent = 'Copy'), 2_500);
};

const button = (block: Element): HTMLButtonElement => {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'copy secondary outline';
  made.textContent = 'Copy';
  made.addEventListener('click', () => void copy(block, made));
  return made;
};

/** Adds a button to each block of code that copies it. */
export const offerCopies = (): void => {
  for (const block of document.querySelectorAll('.code')) block.append(button(block));
};
