import { Readable } from 'node:stream';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import type { CutPart } from '#lib/domain/transcriptions/cut-part.ts';
import { say, wordPerChunkOfPart } from './scripted-speech.ts';
import { scriptedTranslator } from './scripted-translator.ts';

/** What happens in a world of `aWorld`. A test changes it as it goes. */
export const newProtocolScript = () => {
  const script = {
    asleep: async (): Promise<void> => {},
    /** The bytes that customers upload. */
    body: Buffer.from('bytes'),
    chunks: 2,
    /** The number of parts of a recording, each with `chunks` chunks. 0 if it is cut as one. */
    parts: 0,
    /** The header of each part's slice, if the parts differ in it. */
    heads: [] as Buffer[],
    cutPart: ((_file, place) => wordPerChunkOfPart(script.chunks, place)) as CutPart,
    /** The channels of a recording whose channels are kept apart. */
    channels: [0, 1],
    /** The maximum number of a project's messages in progress at each stage. */
    share: 10,
    /** The remaining time of a function that answers requests. */
    remainingMs: Infinity,
    openAudio: async (_source: { lastTry: boolean; lastSlowTry: boolean }): Promise<Readable> =>
      Readable.from(['bytes']),
    recognize: async (chunk: Chunk): Promise<RecognizedChunk> => say(chunk),
    translate: scriptedTranslator().translate,
  };
  return script;
};
