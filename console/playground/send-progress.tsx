import { useEffect, useRef } from 'preact/hooks';
import { bytes } from '../format.ts';
import { Button } from '../parts/button.tsx';

type Props = { file: File; sent: number; onCancel: () => void };

export const SendProgress = ({ file, sent, onCancel }: Props) => {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const isSent = sent >= file.size;
  return (
    <section class="card" aria-label="Upload">
      <p>
        <strong>{file.name}</strong>
      </p>
      <progress max={file.size} value={sent} aria-label="Upload" />
      <p class="quiet" role="status">
        {isSent ? 'Uploaded. Queueing the job…' : `Uploading ${bytes(file.size)}…`}
      </p>
      <Button ref={cancel} onClick={onCancel}>
        Cancel
      </Button>
    </section>
  );
};
