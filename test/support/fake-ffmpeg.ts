/** The lines of a shell script that writes what ffmpeg does: a second of silence, 16 kHz mono, as a WAV stream. */
export const secondOfSilence = String.raw`printf 'RIFF\377\377\377\377WAVEfmt \020\0\0\0\001\0\001\0\200\076\0\0\0\175\0\0\002\0\020\0data\377\377\377\377'
head -c 32000 /dev/zero
`;
