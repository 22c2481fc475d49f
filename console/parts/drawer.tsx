import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button.tsx';
import { useModal } from './use-modal.ts';

type Props = {
  title: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
};

/** Details beside the list they belong to, open while it is rendered. Escape and a click outside close it. */
export const Drawer = ({ title, onClose, children }: Props) => {
  const drawer = useModal();
  const titleId = useId();
  const onCancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={drawer}
      class="drawer"
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClick={({ target }) => target === drawer.current && onClose()}
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
