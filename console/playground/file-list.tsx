import { useEffect, useState } from 'preact/hooks';
import { bytes, clock } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { keptFile } from '../sending/kept-files.ts';
import type { ChosenFile } from './draft.ts';

type Props = { files: readonly ChosenFile[]; onRemove: (id: string) => void };

/** The chosen recordings. */
export const FileList = ({ files, onRemove }: Props) => (
  <ul class="files" aria-label="Chosen recordings">
    {files.map((file) => (
      <FileRow key={file.id} file={file} onRemove={() => onRemove(file.id)} />
    ))}
  </ul>
);

const FileRow = ({ file, onRemove }: { file: ChosenFile; onRemove: () => void }) => {
  const [isHeard, setHeard] = useState(file.isRecorded);
  return (
    <li>
      <div class="file">
        <span class="file-name">{file.name}</span>
        <span class="quiet">
          {file.ms !== null && `${clock(file.ms)} · `}
          {bytes(file.size)}
        </span>
        <span class="actions">
          <Button
            aria-expanded={isHeard}
            aria-label={`Listen to ${file.name}`}
            onClick={() => setHeard(!isHeard)}
          >
            Listen
          </Button>
          <Button
            aria-label={`Remove ${file.name}`}
            onClick={({ currentTarget }) => {
              leaveRow(currentTarget.closest('li'));
              onRemove();
            }}
          >
            Remove
          </Button>
        </span>
      </div>
      {isHeard && <Preview file={file} />}
    </li>
  );
};

/** Moves the focus from a removed row to a neighbour, or to the choice of files if none is left. */
const leaveRow = (row: Element | null): void => {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  const next =
    beside?.querySelector<HTMLElement>('.actions button:last-child') ??
    document.querySelector<HTMLElement>('.drop [type=file]');
  next?.focus();
};

const Preview = ({ file: { id, name } }: { file: ChosenFile }) => {
  const [url, setUrl] = useState<string>();
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    const load = async () => {
      const file = await keptFile(id);
      if (file) made = URL.createObjectURL(file);
      setUrl(made);
      setGone(!file);
    };
    void load();
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [id]);
  if (isGone) return <p class="problem">This browser no longer has the file. Choose it again.</p>;
  return url === undefined ? null : <audio controls src={url} aria-label={name} />;
};
