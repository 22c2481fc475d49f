import { audioCutter } from '#lib/audio/cut.ts';
import { decodeChunk, encodeChunk } from '#lib/audio/chunk-file.ts';
import { findFfmpeg } from '#lib/audio/decode.ts';
import { loadSilero } from '#lib/audio/silero.ts';
import { type Chunk, splitAudio } from '#lib/audio/split.ts';
import { loadMoonshine } from '#lib/engines/moonshine.ts';
import { recognizeSegments } from '#lib/engines/recognize.ts';
import { ChunkText, type Segment } from '#lib/transcriptions/chunk-text.ts';
import { speechDir } from './recordings.ts';
import { speechModels } from '#lib/engines/models.ts';
import { plainAsk as ask } from '../test/support/plain-ask.ts';

const lengths = speechModels['moonshine-tiny'].segments;

/** The real cutter and engine, as the workers load them. */
export const loadSpeech = async () => {
  const engine = await loadMoonshine({ speechDir });
  const voiceActivity = await loadSilero({ speechDir });
  const recognize = (chunk: Chunk) => recognizeSegments(engine, chunk, ask);
  return {
    cut: audioCutter({ ffmpegPath: findFfmpeg(speechDir), voiceActivity, lengths }),
    recognize,
    /** What a job makes of samples: cut into chunks, each through its file, recognized and stored as text. */
    hear: async (pcm: Int16Array): Promise<Segment[]> => {
      const segments: Segment[] = [];
      for await (const chunk of splitAudio(blocksOf(pcm), { vad: voiceActivity, lengths })) {
        const recognized = await recognize(decodeChunk(encodeChunk(chunk)));
        segments.push(...ChunkText.parse(JSON.parse(JSON.stringify({ segments: recognized }))).segments);
      }
      return segments;
    },
  };
};

const blockSamples = 32_768;

/** As they come from the decoder. */
async function* blocksOf(pcm: Int16Array): AsyncGenerator<Int16Array> {
  for (let at = 0; at < pcm.length; at += blockSamples) yield pcm.subarray(at, at + blockSamples);
}
