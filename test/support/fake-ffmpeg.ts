const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;

/** The lines of a shell script that replaces ffmpeg: it writes a second of silence at 16 kHz as a WAV stream. */
export const silentSecond = (
  channels: number,
): string => String.raw`printf 'RIFF\377\377\377\377WAVEfmt \020\0\0\0\001\0${octal(channels)}\0\200\076\0\0\0\175\0\0\002\0\020\0data\377\377\377\377'
head -c ${32_000 * channels} /dev/zero
`;

/** A second of silence in mono. */
export const secondOfSilence = silentSecond(1);
