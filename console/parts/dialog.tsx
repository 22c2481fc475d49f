import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useModal } from './use-modal.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** Whether Escape does not close the dialog, because its content cannot be shown again. */
  isPersistent?: boolean;
  children: ComponentChildren;
};

/** A modal dialog, open while it is rendered. */
export const Dialog = ({ title, onClose, isPersistent = false, children }: Props) => {
  const modal = useModal(isPersistent ? undefined : onClose);
  const titleId = useId();
  return (
    <dialog {...modal} aria-labelledby={titleId}>
      <article>
        <h2 id={titleId}>{title}</h2>
        {children}
      </article>
    </dialog>
  );
};
