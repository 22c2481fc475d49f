import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';

type Props = {
  title: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
};

/** Details beside a list, open while rendered. Escape and a click outside close them. */
export const Drawer = ({ title, onClose, children }: Props) => {
  const modal = useModal(onClose);
  const titleId = useId();
  return (
    <dialog
      {...modal}
      class="drawer"
      aria-labelledby={titleId}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <article>
        <header class="card-heading">
          <h2 id={titleId}>{title}</h2>
          <Button onClick={onClose}>Close</Button>
        </header>
        {children}
      </article>
    </dialog>
  );
};
