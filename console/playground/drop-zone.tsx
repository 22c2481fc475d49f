import { useId, useState } from 'preact/hooks';
import type { Capabilities } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { acceptOf, refusalOf } from './audio-files.ts';
import { Recorder } from './recorder.tsx';
import { sampleRecording } from './sample-recording.ts';

type Props = { capabilities: Capabilities; onFile: (file: File, recordedMs?: number) => void };

/** Takes recordings by drag and drop, file chooser or microphone, or a sample of ours. */
export const DropZone = ({ capabilities, onFile }: Props) => {
  const [isOver, setOver] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const refusalId = useId();
  const sample = useAction(async () => onFile(await sampleRecording()));
  const take = (files: FileList | undefined | null) => {
    const checked = [...(files ?? [])].map((file) => ({ file, reason: refusalOf(file, capabilities) }));
    setRefusals(checked.flatMap(({ reason }) => reason ?? []));
    for (const { file, reason } of checked) if (reason === undefined) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
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
      <p class="drop-title">Drop recordings here</p>
      <div class="actions center">
        <label class="file-button">
          <input
            type="file"
            multiple
            class="sr-only"
            accept={acceptOf(capabilities)}
            aria-describedby={refusals.length > 0 ? refusalId : undefined}
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              // The same file can be chosen again after it was removed.
              currentTarget.value = '';
            }}
          />
          <span>Choose files</span>
        </label>
        <Recorder onRecorded={onFile} />
        <Button onClick={() => sample.run()} isBusy={sample.isBusy}>
          Try a sample
        </Button>
      </div>
      <ErrorNote error={sample.error} />
      <div id={refusalId} role="alert">
        {refusals.map((refusal) => (
          <p key={refusal} class="problem">
            {refusal}
          </p>
        ))}
      </div>
    </div>
  );
};
