import { audioCutter } from '#lib/audio/cut.ts';
import { findFfmpeg } from '#lib/audio/decode.ts';
import { loadSilero } from '#lib/audio/silero.ts';
import type { Chunk } from '#lib/audio/split.ts';
import { loadMoonshine } from '#lib/engines/moonshine.ts';
import { recognizeSegments } from '#lib/engines/recognize.ts';
import { speechModels } from '#lib/engines/models.ts';

const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? '.local/speech';

/** The real cutter and engine, as the workers load them. */
export const loadSpeech = async () => {
  const engine = await loadMoonshine({ speechDir });
  const ask = {
    languageHints: [],
    vocabulary: [],
    context: null,
    translateTo: null,
    words: true,
    signal: new AbortController().signal,
  };
  return {
    cut: audioCutter({
      ffmpegPath: findFfmpeg(speechDir),
      voiceActivity: await loadSilero({ speechDir }),
      lengths: speechModels['moonshine-tiny'].segments,
    }),
    recognize: (chunk: Chunk) => recognizeSegments(engine, chunk, ask),
  };
};
