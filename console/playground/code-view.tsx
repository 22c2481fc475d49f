import type { Tenant } from '../api/types.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { TabList } from '../parts/tab-list.tsx';
import { hashOf } from '../route.ts';
import { codeSamples, sampleLabels, type SampleLanguage } from './code-samples.ts';
import type { Draft } from './draft.ts';
import { optionsOf } from './options.ts';

export type CodeViewProps = { tenant: Tenant; draft: Draft; onLanguage: (language: SampleLanguage) => void };

/** The filled-in request as code for a server. */
export const CodeView = ({ tenant, draft, onLanguage }: CodeViewProps) => {
  const code = codeSamples[draft.language]({
    baseUrl: location.origin,
    mode: tenant.mode,
    audio: draft.source === 'url' && draft.url ? { url: draft.url } : { fileName: fileNameOf(draft) },
    options: optionsOf(draft.options),
  });
  return (
    <>
      <TabList label="Language" tabs={sampleLabels} current={draft.language} onCurrent={onLanguage} />
      <CodeBlock label={sampleLabels[draft.language]} code={code} />
      <p class="quiet">
        It needs <a href={hashOf.project(tenant, 'keys')}>an API key</a> of this project in EARSHOT_API_KEY.
        More is in <a href="/docs">the documentation</a>.
      </p>
    </>
  );
};

/** The name of the first chosen recording, or an example if there is none. */
const fileNameOf = ({ files: [first] }: Draft): string => first?.name ?? 'call.mp3';
