import { useEffect } from 'preact/hooks';

const warn = (event: Event): void => event.preventDefault();

/** Makes the browser ask for confirmation before the page is closed or reloaded. */
export const useUnloadWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return;
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
};
