/**
 * Messages of ffmpeg 5 to 8 and their meaning for the customer. The exit code is not enough: ffmpeg reports success for
 * a file that it decodes only in part.
 */

/** The index of an MP4 file points past the end of the file. */
const cutOff = /partial file/;
/** The timestamps jump so far that ffmpeg drops all following audio. */
const gap = /failed to compensate for timestamp/i;
/** An unknown amount of audio is lost, until ffmpeg can resynchronize with the container. */
const broken = new RegExp(
  [
    'CRC mismatch|EBML number|exceeds containing master element|Unknown-sized element|Truncating packet',
    // An element with this ID is another recording that was joined to the first one.
    'unknown-length element with ID 0x(?!18538067)',
    'asf bad header|invalid packet_length',
    // A chain of Ogg files continues with another codec.
    '^\\./in: Invalid argument$|Error during demuxing: Invalid argument',
  ].join('|'),
  'm',
);
/** One packet of 20 to 100 ms of audio is lost. */
const lostPacket = /error (while decoding|submitting packet|processing packet)|decoding error/i;
/** ffmpeg's message for an AMR frame without speech. */
const pause = new RegExp(`^\\[amr[nw]b @|${lostPacket.source}`, 'i');

const causes: readonly (readonly [pattern: RegExp, message: string])[] = [
  [gap, 'The timestamps of the audio have a gap that is too long to fill.'],
  [/max_streams/, 'The file has too many tracks.'],
  [/matches no streams|does not contain any stream/, 'The file has no audio track.'],
  [/moov atom not found/, 'The file is cut off: its index (the moov atom) is missing.'],
  [
    /while opening decoder[^]*not on whitelist|not on whitelist[^]*while opening decoder|decoder \(codec|no decoder found for|unknown decoder|could not find codec/i,
    'The audio has an unsupported codec. Convert it, for example to MP3.',
  ],
  [
    /cannot allocate memory|out of memory/i,
    'Decoding the audio takes more memory than any recording should.',
  ],
];

/** The start time that the filters of `sandboxArguments` print; `nan` for audio without timestamps. */
const start = /^-?(\d+\.\d{6}|nan)$/;

/** The first lines name the cause. The limit bounds the memory that a hostile file takes. */
const keptCharacters = 16_384;

/**
 * Collects ffmpeg's messages and counts lost packets. With `hasPauses`, packets that are pauses do not count. Pass
 * ffmpeg's standard error to `add` in pieces of any size, and call `end` after the last piece.
 */
export const readMessages = ({ hasPauses = false } = {}) => {
  const startTime = Promise.withResolvers<number>();
  let text = '';
  let line = '';
  let lostPackets = 0;
  const read = (message: string): void => {
    if (start.test(message)) return startTime.resolve(Number(message) || 0);
    if (hasPauses && pause.test(message)) return;
    if (text.length < keptCharacters) text += `${message}\n`;
    if (lostPacket.test(message)) lostPackets += 1;
  };
  return {
    add: (more: string): void => {
      const lines = (line + more).split('\n');
      line = (lines.pop() ?? '').slice(-keptCharacters);
      for (const message of lines) read(message);
    },
    end: (): void => startTime.resolve(0),
    text: (): string => text + line,
    lostPackets: (): number => lostPackets,
    /** Resolves to the start time of the audio in seconds, or 0 if ffmpeg ends without printing it. */
    start: startTime.promise,
  };
};

/** Whether the file ends before the audio that its index lists. */
export const isCutOff = (messages: string): boolean => cutOff.test(messages);

/** Whether an unknown amount of audio is lost. */
export const isBroken = (messages: string): boolean => broken.test(messages);

/** A known fatal cause as a message to the customer. */
export const namedCause = (messages: string): string | undefined =>
  causes.find(([pattern]) => pattern.test(messages))?.[1];

/** Whether ffmpeg dropped all audio after a gap in the timestamps. */
export const hasGap = (messages: string): boolean => gap.test(messages);
