import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

import { focusHeading } from './page-heading.tsx';

type Props = {
  title: string;
  onClose: () => void;
  /** Escape does not close it, because its content cannot be shown again. */
  isPersistent?: boolean;
  children: ComponentChildren;
};

/** A modal dialog, open while it is rendered. The browser traps the focus and restores it afterwards. */
export const Dialog = ({ title, onClose, isPersistent = false, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (!opener?.isConnected) focusHeading();
    };
  }, []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    if (!isPersistent) onClose();
  };
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onCancel={onCancel}>
      <article>
        <h2 id={titleId}>{title}</h2>
        {children}
      </article>
    </dialog>
  );
};
