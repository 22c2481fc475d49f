import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { handoverMs } from '#lib/domain/realtime/timing.ts';
import { secondMs } from '#lib/platform/durations.ts';
import { synthesize } from '#local/synth.ts';
import { noSpeech, type Service, startService } from '../support/local-service.ts';
import { finalsOf, speak, speech, spokenSample } from '../support/speaker.ts';
import { testFolder } from '../support/test-folder.ts';

const seconds = 44;
/** Each runner hands over in the first pause after this time, not after twelve minutes. */
const runsForMs = 8 * secondMs;

/** The app, in which the function of the runner has little time. */
const hurriedApp = async (): Promise<string> => {
  const assembly = testFolder();
  await synthesize(assembly);
  const file = join(assembly, 'EarshotRealtime.template.json');
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const runners = Object.keys(template.Resources).filter((id) => /^RunSession[0-9A-F]{8}$/.test(id));
  expect(runners).toHaveLength(1);
  for (const id of runners) template.Resources[id].Properties.Timeout = (handoverMs + runsForMs) / secondMs;
  writeFileSync(file, JSON.stringify(template));
  return assembly;
};

const spokenTo = async (service: Service, pcm: Buffer) => {
  try {
    const request = { body: { audio: speech, words: true } };
    const { body } = await service.call('POST', '/v1/realtime/sessions', request);
    const events = await speak(body, pcm, { pace: 1 });
    return { events, job: await service.ended(body.transcription_id) };
  } finally {
    await service.stop();
  }
};

test.skipIf(noSpeech)(
  `runners that hand over a session in mid-speech leave the text, its times and the price of one runner (${noSpeech ?? 'at the pace of speech'})`,
  { timeout: 10 * 60 * secondMs },
  async () => {
    const pcm = spokenSample(seconds);
    const undisturbed = await spokenTo(await startService(), pcm);

    let handovers = 0;
    const hurried = await startService({
      assemblyDir: await hurriedApp(),
      onCall: ({ service, functionName, phase, subject }) => {
        const isRunner = functionName.includes('runsession') && phase === 'after';
        if (isRunner && service === 'lambda' && /handover/.test(subject)) handovers += 1;
        return undefined;
      },
    });
    const { events, job } = await spokenTo(hurried, pcm);

    expect(handovers).toBeGreaterThan(1);
    expect(finalsOf(events)).toEqual(finalsOf(undisturbed.events));
    expect(events.filter(({ type }) => type === 'session.started')).toHaveLength(1);
    const ids = events.flatMap((event) => ('id' in event ? [event.id] : []));
    expect(ids).toEqual(ids.map((_, at) => at + 1));
    const { transcript, segments, audio_ms, billing } = undisturbed.job;
    expect(job).toMatchObject({ transcript, segments, audio_ms, billing });
  },
);
