/** The tags before and after the frames of an MP3 file, or between the frames of a joined file. */

export const v1Tag = Buffer.from('TAGname'.padEnd(128, '\0'));

export const v2Tag = (content: Buffer): Buffer => {
  const { length } = content;
  const size = [21, 14, 7, 0].map((by) => (length >> by) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(size), content]);
};

/** A picture in an ID3v2 tag. */
export const pictureTag = (picture: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), picture]);
  const head = Buffer.alloc(10);
  head.write('APIC');
  head.writeUInt32BE(content.length, 4);
  return v2Tag(Buffer.concat([head, content]));
};

/** A tag with a header and an identical footer. */
export const apeTag = (content: Buffer): Buffer => {
  const head = Buffer.alloc(32);
  head.write('APETAGEX');
  head.writeUInt32LE(2_000, 8);
  head.writeUInt32LE(content.length + 32, 12);
  head.writeUInt32LE(1, 16);
  return Buffer.concat([head, content, head]);
};

export const lyricsTag = (text: string): Buffer => {
  const content = `LYRICSBEGINLYR${String(text.length).padStart(5, '0')}${text}`;
  return Buffer.from(`${content}${String(content.length).padStart(6, '0')}LYRICS200`, 'latin1');
};
