import { beforeEach, expect, test } from 'vitest';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { transcriptFormats } from '#lib/domain/transcriptions/transcript-file/transcript-file.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';
import { say } from '../../../support/scripted-speech.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeEach(async () => {
  world = await aWorld();
});

const redact = ['card_number', 'email'];
const typed = 'My card is 4242 4242 4242 4242.';
const words = (text: string) =>
  text.split(' ').map((word, i) => ({ text: word, startMs: i, endMs: i + 1, confidence: 0.9 }));
const hear = (...texts: string[]) => {
  world.script.chunks = texts.length;
  world.script.recognize = async (chunk) => {
    const text = texts[chunk.index] ?? '';
    const speech = say(chunk);
    const segments = speech.segments.map((one) => ({
      ...one,
      text,
      translatedText: text,
      words: words(text),
    }));
    return { ...speech, segments };
  };
};
const stored = () =>
  JSON.stringify([...world.audio.objects, ...world.results.objects].map(([, bytes]) => String(bytes)));

test('a number is not stored, not even in the text of a chunk', async () => {
  hear(typed);
  const job = await world.queueUploaded({ redact });
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  expect(stored()).toContain('[CARD_NUMBER]');
  expect(stored()).not.toContain('4242');
  await world.run();
  expect(await world.view(job)).toMatchObject({ transcript: 'My card is [CARD_NUMBER].' });
  expect(stored()).not.toContain('4242');
});

test('no answer, file or translation holds a number that goes on in the next chunk', async () => {
  hear(
    'It is four two four two four two',
    'four two four two four two four two four two, john at example dot com.',
  );
  const job = await world.queueUploaded({ redact, translation: { target_language: 'es' } });
  await world.run();
  const view = await world.view(job);
  expect(view).toMatchObject({ transcript: 'It is [CARD_NUMBER] [CARD_NUMBER], [EMAIL].' });
  expect(JSON.stringify(view)).not.toMatch(/four|john/i);
  for (const format of transcriptFormats) {
    const query = { format, language: format === 'json' ? 'original' : 'both' } as const;
    expect((await getTranscript(world.deps, caller, { id: job.id, query })).body).not.toMatch(/four|john/i);
  }
  expect(stored()).not.toMatch(/four|john/i);
});

test('nothing is left of a phone number or an address that goes on in the next chunk', async () => {
  hear(
    'You can call me on oh one seven two five five five.',
    'Zero one two three, or write to john dot',
    'smith at example dot com.',
  );
  const job = await world.queueUploaded({ redact: ['phone_number', 'email'] });
  await world.run();
  expect(await world.view(job)).toMatchObject({
    transcript: 'You can call me on [PHONE_NUMBER]. [PHONE_NUMBER], or write to [EMAIL] [EMAIL].',
  });
  expect(stored()).not.toMatch(/three|john/i);
});

test('without redact a text stays as it was spoken', async () => {
  hear(typed);
  const job = await world.queueUploaded({});
  await world.run();
  expect(await world.view(job)).toMatchObject({ transcript: typed });
});
