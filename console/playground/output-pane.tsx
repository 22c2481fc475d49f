import type { Signal } from '@preact/signals';
import type { Tenant } from '../api/types.ts';
import { codeQuery } from '../parts/code-query.ts';
import { Loaded } from '../parts/loaded.tsx';
import { TabList } from '../parts/tab-list.tsx';
import { useQuery } from '../parts/use-query.ts';
import { sendingsOf } from '../sending/sendings.ts';
import type { CodeViewProps } from './code-view.tsx';
import { changeDraft, type Draft } from './draft.ts';
import { JsonView } from './json-view.tsx';
import { ResultView } from './result-view.tsx';

const views = { result: 'Result', code: 'Code', json: 'JSON' } as const;

type Props = { tenant: Tenant; draft: Signal<Draft> };

/** The right pane: the result of a sending, the request as code, and the JSON that is sent and received. */
export const OutputPane = ({ tenant, draft }: Props) => {
  const { view, shownId } = draft.value;
  const sendings = sendingsOf(tenant);
  const shown = sendings.find(({ id }) => id === shownId) ?? sendings[0];
  return (
    <section class="output" aria-label="Output">
      <TabList
        label="Output"
        tabs={views}
        current={view}
        onCurrent={(next) => changeDraft(draft, { view: next })}
      />
      <div role="tabpanel" aria-label={views[view]}>
        {view === 'result' && (
          <ResultView
            tenant={tenant}
            sendings={sendings}
            shown={shown}
            onShown={(id) => changeDraft(draft, { shownId: id })}
          />
        )}
        {view === 'code' && (
          <Code
            tenant={tenant}
            draft={draft.value}
            onLanguage={(language) => changeDraft(draft, { language })}
          />
        )}
        {view === 'json' && <JsonView tenant={tenant} draft={draft.value} shown={shown} />}
      </div>
    </section>
  );
};

const code = codeQuery('code-view', () => import('./code-view.tsx'));

const Code = (props: CodeViewProps) => (
  <Loaded query={useQuery(code)} what="code">
    {({ CodeView }) => <CodeView {...props} />}
  </Loaded>
);
