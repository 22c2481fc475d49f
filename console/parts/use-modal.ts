import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * The attributes of a dialog that is modal while rendered. The browser traps the focus, and restores it afterwards.
 * Escape calls `onEscape`, unless a form of the dialog is being sent. Without `onEscape`, the dialog stays open.
 */
export const useModal = (onEscape?: () => void) => {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const open = () => element?.showModal();
    open();
    // Browsers without `closedby` close a dialog at the second Escape, and the page cannot prevent it.
    element?.addEventListener('close', open);
    return () => {
      element?.removeEventListener('close', open);
      element?.close();
    };
  }, []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    // What was begun may end in an error, or in a secret that is shown once.
    if (!ref.current?.querySelector('[type=submit][aria-busy=true]')) onEscape?.();
  };
  return { ref, onCancel, closedby: onEscape ? undefined : ('none' as const) };
};
