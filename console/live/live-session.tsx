import { useState } from 'preact/hooks';
import type { Capabilities, Tenant } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { LanguageSelect } from '../playground/language-select.tsx';
import { languagePairsOf } from '../playground/options.ts';
import { hashOf } from '../route.ts';
import { LevelMeter } from './level-meter.tsx';
import type { LiveFormat } from './microphone.ts';
import { SpokenText } from './spoken-text.tsx';
import { type Live, useLive } from './use-live.ts';
import { canRecordWebm } from './webm-recorder.ts';

const badges = {
  idle: ['plain', 'Not started'],
  starting: ['busy', 'Starting'],
  connecting: ['busy', 'Connecting'],
  live: ['good', 'Live'],
  reconnecting: ['busy', 'Resuming'],
  finishing: ['busy', 'Finishing'],
  closed: ['plain', 'Ended'],
} as const satisfies Record<Live['state'], readonly [string, string]>;

/** A realtime session from the microphone: its controls and what was spoken. */
export const LiveSession = ({ tenant, capabilities }: { tenant: Tenant; capabilities: Capabilities }) => {
  const live = useLive(tenant);
  const [language, setLanguage] = useState('');
  const [format, setFormat] = useState<LiveFormat>('pcm_s16le');
  const [target, setTarget] = useState('');
  const { targets } = languagePairsOf(capabilities);
  const starting = useAction(() =>
    live.start({ format, languages: language ? [language] : [], target: target || undefined }),
  );
  const isOver = live.state === 'idle' || live.state === 'closed';
  const [tone, label] = badges[live.state];
  return (
    <section class="card live">
      <div class="actions">
        {isOver ? (
          <>
            <LanguageSelect
              label="Language"
              none="Any"
              languages={capabilities.languages}
              value={language}
              onValue={setLanguage}
            />
            {targets.length > 0 && (
              <LanguageSelect
                label="Translate into"
                none="None"
                languages={targets}
                value={target}
                onValue={setTarget}
              />
            )}
            {canRecordWebm() && (
              <label>
                Audio
                <select
                  value={format}
                  onChange={({ currentTarget }) =>
                    setFormat(currentTarget.value === 'webm_opus' ? 'webm_opus' : 'pcm_s16le')
                  }
                >
                  <option value="pcm_s16le">Uncompressed</option>
                  <option value="webm_opus">Opus, a fifth of the bytes</option>
                </select>
              </label>
            )}
            <Button tone="main" onClick={() => starting.run()}>
              Start
            </Button>
          </>
        ) : (
          <>
            <LevelMeter level={live.level} />
            <Button tone="main" disabled={live.state === 'finishing'} onClick={live.finish}>
              Stop
            </Button>
            <Button size="normal" disabled={live.state !== 'live'} onClick={live.interrupt}>
              Pull the plug
            </Button>
          </>
        )}
        <Badge tone={tone} text={label} />
      </div>
      <ErrorNote error={starting.error} />
      {live.spoken.problem && (
        <p class="note bad" role="alert">
          {live.spoken.problem}
        </p>
      )}
      <SpokenText spoken={live.spoken} />
      {live.spoken.finished && (
        <p class="quiet">
          {dollars(live.spoken.finished.amountUsd)} ·{' '}
          <a href={hashOf.job(tenant, live.spoken.finished.transcriptionId)}>Open the transcription</a>
        </p>
      )}
      {!isOver && (
        <p class="quiet">
          “Pull the plug” breaks the connection as a network does. What you say meanwhile is kept, and the
          text goes on without a gap.
        </p>
      )}
    </section>
  );
};
