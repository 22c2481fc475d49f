import { useState } from 'preact/hooks';
import type { Capabilities, Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { AudioInput } from './audio-input.tsx';
import { CodeSamples } from './code-samples.tsx';
import { type ChosenOptions, noOptions, optionsOf } from './options.ts';
import { OptionsFields } from './options-fields.tsx';
import { SendProgress } from './send-progress.tsx';
import { useSending } from './use-sending.ts';

type Props = { tenant: Tenant; capabilities: Capabilities };

/** Transcribes a recording, and shows the same request as code. */
export const TryForm = ({ tenant, capabilities }: Props) => {
  const [file, setFile] = useState<File>();
  const [chosen, setChosen] = useState<ChosenOptions>(noOptions);
  const { state, start, cancel } = useSending(tenant);
  const options = optionsOf(chosen);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (file) start(file, options);
  };
  if (file && state.is === 'sending') return <SendProgress file={file} sent={state.sent} onCancel={cancel} />;
  return (
    <form class="card try" onSubmit={onSubmit}>
      <AudioInput capabilities={capabilities} file={file} onFile={setFile} />
      <OptionsFields capabilities={capabilities} chosen={chosen} onChange={setChosen} />
      {state.is === 'refused' && <ErrorNote error={state.error} />}
      <Button tone="main" type="submit" disabled={!file}>
        Transcribe
      </Button>
      <CodeSamples mode={tenant.mode} options={options} />
    </form>
  );
};
