import { useEffect } from 'preact/hooks';

const warn = (event: Event): void => event.preventDefault();

/** Has the browser ask before the page is closed or loaded again. */
export const useUnloadWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
};
