import { joinSpeech } from '#lib/speech/engines/join-speech.ts';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { chunkEncoder, decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import type { AudioBlock } from '#lib/speech/audio/pcm.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { splitAudio } from '#lib/speech/audio/split.ts';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { offerOf, type SpeechModelNames } from '#lib/speech/engines/models.ts';
import { ChunkText, inChannel } from '#lib/domain/transcriptions/chunk-text.ts';
import { plainAsk as ask } from '../../test/support/plain-ask.ts';
import { speechDir } from '../../test/support/speech.ts';

/** The cutter and recognizer of these models, loaded like in the workers from the speech runtime in `dir`. */
export const loadSpeech = async (names: SpeechModelNames = ['moonshine-tiny'], dir = speechDir) => {
  const { models, chunks } = offerOf(names);
  const recognizer = await loadRecognizer(models, dir);
  const recognize = (chunk: Chunk) => recognizer.recognize(chunk, ask);
  return {
    cut: audioCutter({ ffmpegPath: findFfmpeg(speechDir), lengths: chunks }),
    recognize,
    /** The result that a job would store for these samples (16 kHz) of each channel. */
    transcribe: async (...channels: readonly Int16Array[]): Promise<ChunkText> => {
      const texts: ChunkText[] = [];
      const encode = chunkEncoder();
      const multichannel = channels.length > 1;
      for await (const chunk of splitAudio(blocksOf(channels), chunks, { multichannel })) {
        const speech = inChannel(await recognize(decodeChunk(encode(chunk))), chunk.channel);
        texts.push(ChunkText.parse(JSON.parse(JSON.stringify(speech))));
      }
      return joinSpeech(texts);
    },
  };
};

const blockSamples = 32_768;

/** Splits samples into blocks as the decoder yields them. */
const blocksOf = async function* (channels: readonly Int16Array[]): AsyncGenerator<AudioBlock> {
  const length = channels[0]?.length ?? 0;
  for (let at = 0; at < length; at += blockSamples)
    yield channels.map((pcm) => pcm.subarray(at, at + blockSamples));
};
