import { expect, test } from 'vitest';
import { isBroken, isCutOff, namedCause, readMessages } from '#lib/speech/audio/ffmpeg-messages.ts';

test.each([
  [
    "[wavpack @ 0x5] Codec (wavpack) not on whitelist 'aac'\nError while opening decoder for input stream #0:0",
    'The audio has an unsupported codec. Convert it, for example to MP3.',
  ],
  [
    'Decoder (codec tta) not found for input stream #0:0',
    'The audio has an unsupported codec. Convert it, for example to MP3.',
  ],
  [
    '[aist#0:0/dts @ 0x5] Decoding requested, but no decoder found for: dts\nError opening output file pipe:1.',
    'The audio has an unsupported codec. Convert it, for example to MP3.',
  ],
  ["Stream map '0:a:0' matches no streams.", 'The file has no audio track.'],
  ['[mov] moov atom not found', 'The file is cut off: its index (the moov atom) is missing.'],
  [
    'Error while decoding stream #0:0: Cannot allocate memory',
    'Decoding the audio takes more memory than any recording should.',
  ],
  ["[h264 @ 0x5] Codec (h264) not on whitelist 'aac'", undefined],
])('the ffmpeg message %j becomes %j', (ffmpegMessage, message) => {
  expect(namedCause(ffmpegMessage)).toBe(message);
});

test.each([
  '[matroska,webm @ 0x5] Found unknown-length element with ID 0xFF at pos. 0x1 for which no syntax for parsing is available.',
  '[matroska,webm @ 0x5] Unknown-sized element at 0x1 inside parent with finite size',
  'Truncating packet of size 2056502 to 69377',
  './in: Invalid argument',
  '[in#0/ogg @ 0x5] Error during demuxing: Invalid argument',
])('the ffmpeg message %j means that audio was passed over', (message) => {
  expect(isBroken(message)).toBe(true);
});

test('recordings that were joined are not broken', () => {
  const webm = 'Found unknown-length element with ID 0x18538067 at pos. 0x1 for which no syntax for parsing';
  expect(isBroken(`[matroska,webm @ 0x5] ${webm} is available.`)).toBe(false);
  expect(isBroken('[ogg @ 0x5] failed to create or replace stream')).toBe(false);
});

test('each lost packet is counted for any wording and any split of the lines', () => {
  const complaints = readMessages();
  const said = [
    '[aac @ 0x5] channel element 0.0 is not allocated',
    'Error while decoding stream #0:0: Invalid data found when processing input',
    '[aist#0:0/aac @ 0x5] [dec:aac @ 0x6] Error submitting packet to decoder: Invalid data found',
    '[dec:opus @ 0x6] Decoding error: Invalid data found when processing input',
  ];
  for (const letter of said.map((line) => `${line}\n`).join('')) complaints.add(letter);
  expect(complaints.lostPackets()).toBe(3);
  expect(complaints.text()).toContain('channel element');
});

test('pauses of AMR are no lost packets, and leave room for what else is wrong', () => {
  const silent =
    '[amrnb @ 0x5] Corrupt bitstream\nError while decoding stream #0:0: Invalid data found\n' +
    'Error while decoding stream #0:0: Not yet implemented in FFmpeg, patches welcome\n';
  const complaints = readMessages({ hasPauses: true });
  complaints.add(`${silent.repeat(10_000)}[mov,mp4 @ 0x5] stream 0, offset 0x3: partial file\n`);
  expect(complaints.lostPackets()).toBe(0);
  expect(isCutOff(complaints.text())).toBe(true);
});

test('the start time is parsed and is not part of the messages', async () => {
  const complaints = readMessages();
  for (const letter of 'Past duration 0.999992 too large\n1.250000\n9.000000\n') complaints.add(letter);
  await expect(complaints.start).resolves.toBe(1.25);
  expect(complaints.text()).toBe('Past duration 0.999992 too large\n');
});

test.each(['nan', '-nan'])('audio without timestamps (%j) starts at 0', async (said) => {
  const complaints = readMessages();
  complaints.add(`${said}\n`);
  await expect(complaints.start).resolves.toBe(0);
});

test('a million messages are counted but not kept', () => {
  const complaints = readMessages();
  for (let i = 0; i < 1000; i += 1) complaints.add('Error while decoding stream\n'.repeat(1000));
  expect(complaints.lostPackets()).toBe(1_000_000);
  expect(complaints.text().length).toBeLessThan(100_000);
});
