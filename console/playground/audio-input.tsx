import { useId, useState } from 'preact/hooks';
import type { Capabilities } from '../api/types.ts';
import { bytes } from '../format.ts';
import { acceptOf, refusalOf } from './audio-files.ts';
import { Recorder } from './recorder.tsx';

type Props = { capabilities: Capabilities; file: File | undefined; onFile: (file: File | undefined) => void };

/** Takes a recording by drag and drop, file chooser or microphone. */
export const AudioInput = ({ capabilities, file, onFile }: Props) => {
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const refusalId = useId();
  const take = (next: File | undefined) => {
    if (!next) return;
    const reason = refusalOf(next, capabilities);
    setRefusal(reason);
    onFile(reason === undefined ? next : undefined);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      class={`drop ${isOver ? 'over' : ''}`}
      onDrop={onDrop}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
    >
      <p class="drop-title">{file ? file.name : 'Drop a recording here'}</p>
      <p class="quiet">{file ? bytes(file.size) : 'or choose a file, or record one'}</p>
      <div class="actions center">
        <label class="file-button">
          <input
            type="file"
            class="sr-only"
            accept={acceptOf(capabilities)}
            aria-describedby={refusal ? refusalId : undefined}
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
          <span>{file ? 'Choose another file' : 'Choose a file'}</span>
        </label>
        <Recorder onRecorded={take} />
      </div>
      <p class="sr-only" role="status">
        {file ? `${file.name} is selected.` : ''}
      </p>
      <p id={refusalId} class="problem" role="alert">
        {refusal}
      </p>
    </div>
  );
};
