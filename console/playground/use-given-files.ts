import { useEffect, useState } from 'preact/hooks';

const typed = 'input, textarea';

/**
 * Takes files that are dropped or pasted anywhere on the page, which a file that is dropped beside its place would otherwise replace.
 * Returns whether some are held over it.
 */
export const useGivenFiles = (onFiles: (files: FileList) => void): boolean => {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(event.type === 'dragover');
      if (event.type === 'drop') onFiles(event.dataTransfer.files);
    };
    addEventListener('dragover', hold, { signal });
    addEventListener('drop', hold, { signal });
    // Between elements of the page it goes from one to the other.
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      // Copied text may come with a picture of itself.
      const isText = target instanceof Element && target.closest(typed) !== null;
      if (!isText && clipboardData?.files.length) onFiles(clipboardData.files);
    };
    addEventListener('paste', paste, { signal });
    return () => over.abort();
  });
  return isOver;
};
