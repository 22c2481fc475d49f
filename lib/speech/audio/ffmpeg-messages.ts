/**
 * What ffmpeg says, in the words of its versions 5 to 8, and what it means for the customer. It reports success for a
 * file that it decodes in part.
 */

/** The index of an MP4 file names audio behind the end of the file. */
const cutOff = /partial file/;
/** The clock of the file jumps so far that ffmpeg drops all that follows. */
const gap = /failed to compensate for timestamp/i;
/** What follows is lost up to the next place where the container can be read again; nobody knows how much it was. */
const broken =
  /CRC mismatch|EBML number|exceeds containing master element|asf bad header|invalid packet_length/;
/** One packet, some 20 to 100 ms of audio, is lost. */
const lostPacket = /error (while decoding|submitting packet|processing packet)|decoding error/i;

const causes: readonly (readonly [pattern: RegExp, message: string])[] = [
  [gap, 'The timestamps of the audio have a gap that is too long to fill.'],
  [/max_streams/, 'The file has too many tracks.'],
  [/matches no streams|does not contain any stream/, 'The file has no audio track.'],
  [/moov atom not found/, 'The file is cut off: its index (the moov atom) is missing.'],
  [/encrypted|DRM/, 'The audio is encrypted.'],
  [
    /while opening decoder[^]*not on whitelist|not on whitelist[^]*while opening decoder|decoder \(codec|unknown decoder|could not find codec/i,
    'The audio has an unsupported codec.',
  ],
  [
    /cannot allocate memory|out of memory/i,
    'Decoding the audio takes more memory than any recording should.',
  ],
];

/** What the filters of `fencedArguments` say when they begin; sound without timestamps begins at no number. */
const start = /^-?(\d+\.\d{6}|nan)$/;

/** The first lines name the cause; a hostile file can cause millions. */
const keptCharacters = 16_384;

/**
 * What ffmpeg said, and how many of its lines report a lost packet. Give `add` its standard error, in any pieces, and call
 * `end` behind the last.
 */
export const readMessages = () => {
  const begun = Promise.withResolvers<number>();
  let text = '';
  let line = '';
  let lostPackets = 0;
  const read = (said: string): void => {
    if (start.test(said)) return begun.resolve(Number(said) || 0);
    if (text.length < keptCharacters) text += `${said}\n`;
    if (lostPacket.test(said)) lostPackets += 1;
  };
  return {
    add: (more: string): void => {
      const lines = (line + more).split('\n');
      line = (lines.pop() ?? '').slice(-keptCharacters);
      for (const said of lines) read(said);
    },
    end: (): void => begun.resolve(0),
    text: (): string => text + line,
    lostPackets: (): number => lostPackets,
    /** In seconds: where the sound begins, as ffmpeg told before its end, else 0. */
    start: begun.promise,
  };
};

export const isCutOff = (complaints: string): boolean => cutOff.test(complaints);
export const isBroken = (complaints: string): boolean => broken.test(complaints);

/** The cause in the customer's words, when ffmpeg named one that ends it all. */
export const namedCause = (complaints: string): string | undefined =>
  causes.find(([pattern]) => pattern.test(complaints))?.[1];

export const hasGap = (complaints: string): boolean => gap.test(complaints);
