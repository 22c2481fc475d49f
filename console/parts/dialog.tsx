import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useModal } from './use-modal.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** Escape does not close it, because its content cannot be shown again. */
  isPersistent?: boolean;
  children: ComponentChildren;
};

/** A modal dialog, open while it is rendered. */
export const Dialog = ({ title, onClose, isPersistent = false, children }: Props) => {
  const dialog = useModal();
  const titleId = useId();
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
