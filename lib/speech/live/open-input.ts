import type { LiveInput, StreamFormat, StreamRange } from './live-input.ts';
import { byteAt, msAt, type PcmFormat, pcmInput } from './pcm-input.ts';
import { webmInput } from './webm-input.ts';
import type { WebmProgress } from './webm-progress.ts';

/** Opens a stream at `startMs`, with the progress that another input returned for this time. */
export const openInput = (
  format: StreamFormat,
  range: StreamRange,
  progress: WebmProgress | null,
): LiveInput => (format.format === 'webm_opus' ? webmInput(range, progress) : pcmStream(format, range));

const sliceMs = 1_000;

const pcmStream = (format: PcmFormat, { startMs, endMs }: StreamRange): LiveInput => {
  const input = pcmInput({ ...format, startMs });
  const startByte = byteAt(format, startMs);
  let end = startByte;
  return {
    startByte,
    sliceBytes: byteAt(format, sliceMs),
    endByte: byteAt(format, endMs),
    get heardMs() {
      return msAt(format, end);
    },
    hasMore: false,
    isUnsupported: false,
    decode: async (bytes) => {
      end += bytes.length;
      return input.decode(bytes);
    },
    end: () => input.end(),
    msAt: (byte) => msAt(format, byte),
    progressAt: () => null,
  };
};
