import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

import { focusHeading } from './page-heading.tsx';

type Props = {
  title: string;
  onClose: () => void;
  /** Closed by its own buttons only: what it shows is shown once. */
  stays?: boolean;
  children: ComponentChildren;
};

/** A modal dialog that is open as long as it is rendered; the browser keeps the focus in it, and gives it back. */
export const Dialog = ({ title, onClose, stays = false, children }: Props) => {
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
    if (!stays) onClose();
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
