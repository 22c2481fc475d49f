/**
 * Prints what a layer's runtime recognizes in a file of 16-bit samples at 16 kHz, to compare processors. docs/testing.md says how to run it for arm64.
 * node bench/speech/recognize-samples.ts build/speech-arm64/speech audio.pcm
 */
import { readFileSync } from 'node:fs';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { offerOf } from '#lib/speech/engines/models.ts';
import { plainAsk } from '../../test/support/plain-ask.ts';

const [speechDir = '', file = ''] = process.argv.slice(2);
const pcm = new Int16Array(new Uint8Array(readFileSync(file)).buffer);
const recognizer = await loadRecognizer(offerOf(['moonshine-tiny']).models, speechDir);
const span = { startMs: 0, endMs: Math.floor(pcm.length / 16) };
const { segments } = await recognizer.recognize(
  { index: 0, channel: null, leadMs: 0, ...span, pcm },
  plainAsk,
);
await recognizer.close();
console.log(JSON.stringify(segments));
