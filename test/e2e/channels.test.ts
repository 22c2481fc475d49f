import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';

type Segment = { readonly channel: number | null; readonly start_ms: number; readonly text: string };

describe.skipIf(noSpeech)(`channels apart (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const transcribe = (filter: string, fields: object) =>
    service.transcribe(tenSeconds('-af', filter, '-f', 'wav'), 'audio/wav', fields);

  test('each channel has its own text and times, a silent one has none, and each is billed', async () => {
    // The second channel says the same three seconds later, the third nothing.
    const filter = 'pan=3.0|c0=c0|c1=c0|c2=0*c0,adelay=0|3000|0';
    const job = await transcribe(filter, { multichannel: true });
    expect(job).toMatchObject({ ...{ status: 'completed', channels: 3, audio_ms: 10_500 }, error: null });
    expect(job.billing).toMatchObject({ billed_ms: 31_500, channels: 3, amount_usd: '0.002625' });
    const segments: Segment[] = job.segments;
    const of = (channel: number) => segments.filter((segment) => segment.channel === channel);
    expect(of(0)[0]?.text).toMatch(/best of times/i);
    expect(of(1)[0]?.text).toMatch(/best of times/i);
    expect((of(1)[0]?.start_ms ?? 0) - (of(0)[0]?.start_ms ?? 0)).toBeCloseTo(3_000, -3);
    expect(of(2)).toEqual([]);
    expect(segments.map(({ start_ms: at }) => at)).toEqual(
      segments.map(({ start_ms: at }) => at).toSorted((a, b) => a - b),
    );
    const file = async (format: string) =>
      (await service.call('GET', `/v1/transcriptions/${job.id}/transcript?format=${format}`)).body;
    expect(await file('txt')).toMatch(/^Channel 1: .*\n\nChannel 2: /);
    expect(await file('vtt')).toContain('\n<v Channel 2>');
  });

  test('sixteen channels are mixed, and refused apart', async () => {
    const filter = `pan=16c|${Array.from({ length: 16 }, (_, i) => `c${i}=c0`).join('|')}`;
    expect(await transcribe(filter, {})).toMatchObject({ status: 'completed', channels: 1 });
    expect(await transcribe(filter, { multichannel: true })).toMatchObject({
      status: 'failed',
      error: { type: 'unsupported_audio_format', details: { channels: 16, max_channels: 8 } },
      billing: { status: 'not_charged', amount_usd: '0.000000' },
    });
  });
});
