import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import { type LoadedModels, loadModels } from '#lib/speech/engines/load-models.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import type { LiveDecision, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { livePrerollMs, openTranscriber } from '#lib/speech/live/open-transcriber.ts';
import { plainLiveOptions } from '../../../support/plain-live-options.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';

const pieceSamples = 3_200;

describe.skipIf(needs.recordings !== '')(
  `a process that takes over a live session${needs.recordings}`,
  { timeout: 180_000 },
  () => {
    let loaded: LoadedModels;
    beforeAll(async () => {
      loaded = await loadModels(offerOf(['moonshine-tiny']).models, speechDir);
    });
    afterAll(() => loaded.close());

    const open = (committedMs: number): LiveTranscriber =>
      openTranscriber({
        ...loaded,
        options: { ...plainLiveOptions, words: true },
        committedMs,
      });

    /** Each process dies in mid-speech, after it has written `draftsPerLife` partials since its last decision. */
    const decisionsOf = async (pcm: Int16Array, draftsPerLife: number) => {
      const decisions: LiveDecision[] = [];
      let at = 0;
      let drafts = 0;
      let deaths = 0;
      let transcriber = open(0);
      while (at < pcm.length) {
        const decided = await transcriber.hear(pcm.subarray(at, at + pieceSamples));
        at += pieceSamples;
        decisions.push(...decided);
        if (decided.length > 0) drafts = 0;
        if (draftsPerLife < Infinity && (await transcriber.partial())) drafts += 1;
        if (drafts < draftsPerLife || !transcriber.isSpeech || deaths >= 2 * (decisions.length + 1)) continue;
        const committedMs = decisions.at(-1)?.throughMs ?? 0;
        transcriber = open(committedMs);
        at = toSamples(Math.max(0, committedMs - livePrerollMs));
        deaths += 1;
        drafts = 0;
      }
      return { decisions: [...decisions, ...(await transcriber.flush('finish'))], deaths };
    };

    test.each(['en-jfk-11s.flac', 'en-fleurs-002.ogg', 'en-phone-order-8k.flac'])(
      'a process that takes over a live session decides word for word what the one before would have: %s',
      async (file) => {
        const pcm = await samplesOf(recording(file));
        const undisturbed = await decisionsOf(pcm, Infinity);
        const disturbed = await decisionsOf(pcm, 3);
        expect(undisturbed.decisions.flatMap(({ segments }) => segments).length).toBeGreaterThan(1);
        expect(disturbed.deaths).toBeGreaterThan(2);
        expect(disturbed.decisions).toEqual(undisturbed.decisions);
      },
    );
  },
);
