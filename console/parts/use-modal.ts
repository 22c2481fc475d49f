import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusHeading } from './page-heading.tsx';

/** A dialog that is modal while it is rendered. The browser traps the focus and restores it afterwards. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (!opener?.isConnected) focusHeading();
    };
  }, []);
  return dialog;
};
