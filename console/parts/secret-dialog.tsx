import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  secret: string;
  /** What holds for it; for an API key or signing secret, if left out. */
  note?: string;
  done?: string;
  onClose: () => void;
  children: ComponentChildren;
};

const keepIt = 'This is shown only once. Anyone who has it can use it, so keep it on your server.';

/** Shows a secret the only time it is available. Only the button closes it. */
export const SecretDialog = ({
  title,
  secret,
  note = keepIt,
  done = 'I have stored it',
  onClose,
  children,
}: Props) => (
  <Dialog title={title} onClose={onClose} isPersistent>
    {children}
    <div class="secret">
      <code>{secret}</code>
      <CopyButton text={secret} />
    </div>
    <p class="quiet">{note}</p>
    <div class="actions end">
      <Button tone="main" onClick={onClose}>
        {done}
      </Button>
    </div>
  </Dialog>
);
