import { type ChannelSplitter, channelSplitter, type Span } from './channel-splitter.ts';
import type { Chunk, ChunkLengths } from './chunk.ts';
import type { AudioBlock } from './pcm.ts';

/**
 * Cuts 16 kHz `blocks` of any size into chunks. Each channel is cut as if it were alone in the file. Returns the length
 * of the audio in ms. Memory use does not depend on the length: the chunks of a channel share one buffer, so each chunk
 * is valid only until the next one.
 */
export const splitAudio = async function* (
  blocks: AsyncIterable<AudioBlock>,
  lengths: ChunkLengths,
  { multichannel = false } = {},
): AsyncGenerator<Chunk, number> {
  const splitters: ChannelSplitter[] = [];
  let index = 0;
  const number = function* (spans: Iterable<Span>, channel: number): Generator<Chunk, void> {
    for (const span of spans) {
      yield { index, channel: multichannel ? channel : null, ...span };
      index += 1;
    }
  };
  for await (const block of blocks) {
    for (const [channel, pcm] of block.entries()) {
      splitters[channel] ??= channelSplitter(lengths);
      yield* number(splitters[channel].add(pcm), channel);
    }
  }
  for (const [channel, splitter] of splitters.entries()) yield* number(splitter.end(), channel);
  return splitters[0]?.lengthMs() ?? 0;
};
