import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Capabilities, Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.ts';
import { addSendings, progressOf, removeSending, sendingsOf, unfinished } from '../sending/sendings.ts';
import type { Sending } from '../sending/sending.ts';
import { changeDraft, type Draft } from './draft.ts';
import { estimateOf } from './estimate.ts';
import { nameIn } from './name-in.ts';
import { optionsOf } from './options.ts';
import { OptionsFields } from './options-fields.tsx';
import { SourceFields } from './source-fields.tsx';

type Props = { tenant: Tenant; capabilities: Capabilities; draft: Signal<Draft> };

/** The left pane: the recordings and the options. They stay filled in after sending. */
export const TryForm = ({ tenant, capabilities, draft }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const { source, files, options: chosen } = draft.value;
  const refusals = refusalsOf(tenant);
  const [error] = refusals.map((refusal) => refusal.error);
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (isOnItsWay(draft.value)) return;
    for (const { sending } of refusals) removeSending(sending.id);
    addSendings(sourcesOf(draft.value).map((one) => ({ ...one, tenant, options: optionsOf(chosen) })));
    changeDraft(draft, { view: 'result', shownId: null });
    scrollToOutput();
  };
  const estimate = estimateOf({
    files: source === 'files' ? files : [],
    usdPerMinute: capabilities.price.usd_per_minute,
    freeMinutesPerDay: capabilities.limits.test_minutes_per_day_max,
    isTest: tenant.mode === 'test',
    isMultichannel: chosen.multichannel,
  });
  return (
    <form ref={form} class="card try" onSubmit={onSubmit}>
      <FormError.Provider value={error}>
        <SourceFields draft={draft} capabilities={capabilities} />
        <OptionsFields
          capabilities={capabilities}
          chosen={chosen}
          onChange={(options) => changeDraft(draft, { options })}
        />
      </FormError.Provider>
      <div class="try-foot">
        <Button
          tone="main"
          type="submit"
          isBusy={isOnItsWay(draft.value)}
          aria-disabled={isOnItsWay(draft.value)}
          disabled={source === 'files' && files.length === 0}
        >
          {source === 'files' && files.length > 1 ? `Transcribe ${files.length}` : 'Transcribe'}
        </Button>
        <span class="quiet">{estimate}</span>
      </div>
    </form>
  );
};

/** On a phone the output is below the form. */
const scrollToOutput = (): void => {
  const output = document.querySelector('.output');
  if (output && output.getBoundingClientRect().top > innerHeight / 2) output.scrollIntoView();
};

const refusalsOf = (tenant: Tenant) =>
  sendingsOf(tenant).flatMap((sending) => {
    const progress = progressOf(sending.id);
    return progress.is === 'refused' ? [{ sending, error: progress.error }] : [];
  });

type Source = Pick<Sending, 'name' | 'source'>;

const sourcesOf = ({ source, files, url }: Draft): Source[] =>
  source === 'url'
    ? [{ name: nameIn(url), source: { url } }]
    : files.map(({ id, name, size }) => ({ name, source: { fileId: id, size } }));

/** Whether the filled-in recordings are already being sent, so that a second click does not send them twice. */
const isOnItsWay = (draft: Draft): boolean => {
  const sources = sourcesOf(draft).map((one) => JSON.stringify(one.source));
  return unfinished.value.some((one) => sources.includes(JSON.stringify(one.source)));
};
