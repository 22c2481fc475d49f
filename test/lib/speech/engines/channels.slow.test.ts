import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { wordErrors } from '../../../support/word-errors.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { channelsOf, samplesOf } from '../../../support/samples.ts';
import { makeAudio, needs, recording, speechDir } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const model = speechModels['moonshine-tiny'];
const people = ['en-quilter.flac', 'en-mfa-acoustic.flac'].map(recording);

describe.skipIf(needs.recordings !== '')(
  `channels of a call${needs.recordings}`,
  { timeout: 120_000 },
  () => {
    const folder = testFolder();
    const call = join(folder, 'call.wav');
    let recognizer: Recognizer;
    beforeAll(async () => {
      const inputs = people.flatMap((file) => ['-i', file]);
      const alike = people.map((_, i) => `[${i}]aresample=16000,apad[c${i}]`).join(';');
      const filter = `${alike};anullsrc=r=16000:cl=mono[c2];[c0][c1][c2]join=inputs=3:channel_layout=3.0:map=0.0-FL|1.0-FR|2.0-FC`;
      makeAudio(call, ...inputs, '-filter_complex', filter, '-t', '30', '-c:a', 'pcm_s16le');
      recognizer = await loadRecognizer([model], speechDir);
    });
    afterAll(async () => {
      await recognizer.close();
    });

    /** The texts of a file by channel. */
    const transcribe = async (file: string, multichannel: boolean) => {
      const cut = audioCutter({ ffmpegPath: 'ffmpeg', lengths: model.chunks });
      const texts = new Map<number | null, string>();
      for await (const chunk of cut(file, { multichannel, signal: ask.signal })) {
        const said = (await recognizer.recognize(chunk, ask)).segments.map(({ text }) => text);
        texts.set(chunk.channel, [texts.get(chunk.channel) ?? '', ...said].join(' ').trim());
      }
      return texts;
    };

    test('the samples of a channel are those of the recording that was put on it', async () => {
      const [left = new Int16Array(), right, silent] = await channelsOf(call);
      const alone = await samplesOf(people[0] ?? '');
      expect(left.subarray(0, alone.length)).toEqual(alone);
      expect([right?.length, silent?.length]).toEqual([left.length, left.length]);
      expect(silent?.every((sample) => sample === 0)).toBe(true);
    });

    test('each channel has the text of its own recording, and a silent one has none', async () => {
      const texts = await transcribe(call, true);
      const alone = await Promise.all(people.map(async (file) => (await transcribe(file, false)).get(null)));
      expect([...texts.keys()]).toEqual([0, 1, 2]);
      expect(texts.get(2)).toBe('');
      for (const [channel, text] of alone.entries()) {
        // The silence after a recording on its channel moves the borders of its segments, and with them a few words.
        const { errors, words } = wordErrors(text ?? '', texts.get(channel) ?? '');
        expect(errors / words).toBeLessThan(0.15);
      }
      expect(alone.map((text) => (text ?? '').length > 50)).toEqual([true, true]);
    });
  },
);
