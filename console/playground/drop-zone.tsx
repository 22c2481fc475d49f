import { useId, useState } from 'preact/hooks';
import type { Capabilities } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { acceptOf, refusalOf, wellNamed } from './audio-files.ts';
import { Recorder } from './recorder.tsx';
import { sampleRecording } from './sample-recording.ts';
import { useGivenFiles } from './use-given-files.ts';

type Props = {
  capabilities: Capabilities;
  /** Called when files are given, all of which may be refused. */
  onGiven: () => void;
  onFile: (file: File, recordedMs?: number) => void;
};

/** Accepts recordings by drag and drop, clipboard, file chooser or microphone, or a sample of ours. */
export const DropZone = ({ capabilities, onGiven, onFile }: Props) => {
  const [refusals, setRefusals] = useState<string[]>([]);
  const refusalId = useId();
  const sample = useAction(async () => onFile(await sampleRecording()));
  const take = (files: FileList | null) => {
    onGiven();
    const checked = [...(files ?? [])].map((file) => ({ file, reason: refusalOf(file, capabilities) }));
    setRefusals(checked.flatMap(({ reason }) => reason ?? []));
    for (const { file, reason } of checked) if (reason === undefined) onFile(wellNamed(file));
  };
  const isOver = useGivenFiles(take);
  return (
    <div class={`drop ${isOver ? 'over' : ''}`}>
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
              // Clears the input, so that the same file can be chosen again after it was removed.
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
