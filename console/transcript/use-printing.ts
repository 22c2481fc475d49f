import { useEffect, useState } from 'preact/hooks';

/** Whether the page is being printed. It is rendered again before the browser lays it out on paper. */
export const useIsPrinting = (): boolean => {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    const follow = () => setPrinting(paper.matches);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    paper.addEventListener('change', follow);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      paper.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
};
