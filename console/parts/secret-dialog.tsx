import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { useUnloadWarning } from './use-unload-warning.ts';

type Props = {
  title: string;
  secret: string;
  /** The note about the secret. By default, the one for an API key or signing secret. */
  note?: string;
  done?: string;
  onClose: () => void;
  children: ComponentChildren;
};

const keepIt = 'This is shown only once. Anyone who has it can use it, so keep it on your server.';

/** Shows a secret, which is available only once. Only the button closes the dialog, and a reload asks first. */
export const SecretDialog = ({
  title,
  secret,
  note = keepIt,
  done = 'I have stored it',
  onClose,
  children,
}: Props) => {
  useUnloadWarning(true);
  return (
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
};
