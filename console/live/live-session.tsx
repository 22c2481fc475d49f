import { useState } from 'preact/hooks';
import type { Capabilities, Tenant } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { useUnloadWarning } from '../parts/use-unload-warning.ts';
import { priceOf } from '../playground/estimate.ts';
import { hashOf } from '../route.ts';
import { LevelMeter } from './level-meter.tsx';
import { type LiveChoice, LiveChoices } from './live-choices.tsx';
import { SpokenText } from './spoken-text.tsx';
import { type Live, useLive } from './use-live.ts';

const badges = {
  idle: ['plain', 'Not started'],
  starting: ['busy', 'Starting'],
  connecting: ['busy', 'Connecting'],
  live: ['good', 'Live'],
  reconnecting: ['busy', 'Resuming'],
  finishing: ['busy', 'Finishing'],
  closed: ['plain', 'Ended'],
} as const satisfies Record<Live['state'], readonly [string, string]>;

/** A realtime session from the microphone: its controls and its text. */
export const LiveSession = ({ tenant, capabilities }: { tenant: Tenant; capabilities: Capabilities }) => {
  const live = useLive(tenant);
  const [choice, setChoice] = useState<LiveChoice>({ language: '', target: '', format: 'pcm_s16le' });
  const starting = useAction(() => live.start(choice));
  const isOver = live.state === 'idle' || live.state === 'closed';
  useUnloadWarning(!isOver);
  const [tone, label] = badges[live.state];
  const { finished, problem } = live.spoken;
  const press = () => {
    if (isOver) starting.run();
    else if (live.state !== 'finishing') live.finish();
  };
  return (
    <section class="card live">
      <div class="actions">
        {isOver ? (
          <LiveChoices capabilities={capabilities} choice={choice} onChange={setChoice} />
        ) : (
          <LevelMeter level={live.level} />
        )}
        {/* One button for both actions, so that it keeps the focus. */}
        <Button tone="main" aria-disabled={live.state === 'finishing'} onClick={press}>
          {isOver ? 'Start' : 'Stop'}
        </Button>
        {!isOver && (
          <Button
            size="normal"
            aria-disabled={live.state !== 'live'}
            onClick={() => live.state === 'live' && live.interrupt()}
          >
            Pull the plug
          </Button>
        )}
        <span class="state" role="status">
          <Badge tone={tone} text={label} />
        </span>
      </div>
      {isOver && (
        <p class="quiet">
          {priceOf({
            usdPerMinute: capabilities.price.usd_per_minute,
            freeMinutesPerDay: capabilities.limits.test_minutes_per_day_max,
            isTest: tenant.mode === 'test',
            free: 'A session without speech is free.',
          })}
        </p>
      )}
      <ErrorNote error={starting.error} />
      {problem && (
        <p class="note bad" role="alert">
          {problem}
        </p>
      )}
      <SpokenText spoken={live.spoken} />
      <div class="quiet" role="status">
        {finished && (
          <>
            This session cost {dollars(finished.amountUsd)}.{' '}
            <a href={hashOf.job(tenant, finished.transcriptionId)}>Open the transcription</a>
          </>
        )}
      </div>
      {!isOver && (
        <p class="quiet">
          “Pull the plug” breaks the connection as a network does. What you say meanwhile is kept, and the
          text goes on without a gap.
        </p>
      )}
    </section>
  );
};
