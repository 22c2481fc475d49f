import type { Signal } from '@preact/signals';
import type { Capabilities } from '../api/types.ts';
import { TabList } from '../parts/tab-list.tsx';
import { useProblem } from '../parts/use-problem.tsx';
import { removeFile, addFile, changeDraft, type Draft } from './draft.ts';
import { DropZone } from './drop-zone.tsx';
import { FileList } from './file-list.tsx';

const sources = { files: 'Recordings', url: 'Address' } as const;

type Props = { draft: Signal<Draft>; capabilities: Capabilities };

/** The source of the audio. */
export const SourceFields = ({ draft, capabilities }: Props) => {
  const { source, files, url } = draft.value;
  const problem = useProblem('audio_url');
  return (
    <>
      <TabList
        label="Source"
        tabs={sources}
        current={source}
        onCurrent={(next) => changeDraft(draft, { source: next })}
      />
      {/* The drop zone stays mounted, because it may be recording. While it records, it is visible. */}
      <div class={source === 'files' ? '' : 'seen-recording'}>
        <DropZone
          capabilities={capabilities}
          onGiven={() => changeDraft(draft, { source: 'files' })}
          onFile={(file, recordedMs) => void addFile(draft, file, recordedMs)}
        />
      </div>
      {source === 'files' ? (
        <FileList files={files} onRemove={(id) => removeFile(draft, id)} />
      ) : (
        <label>
          Address of the recording
          <input
            type="url"
            required
            pattern="https://.+"
            title="An address that begins with https://"
            placeholder="https://example.com/call.mp3"
            autoComplete="off"
            value={url}
            onInput={({ currentTarget }) => changeDraft(draft, { url: currentTarget.value })}
            {...problem.attributes}
          />
          <small>The service fetches it by https, from a public host.</small>
          {problem.text}
        </label>
      )}
    </>
  );
};
