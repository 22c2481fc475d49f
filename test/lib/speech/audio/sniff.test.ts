import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { findFrameChain } from '#lib/speech/audio/frame-chain.ts';
import { sniffAudio, tagBytes } from '#lib/speech/audio/sniff.ts';

const bytes = (latin1: string): Buffer => Buffer.from(latin1, 'latin1');

describe('detecting the demuxer', () => {
  test.each([
    ['wav', 'RIFF\x24\x00\x00\x00WAVEfmt '],
    ['wav', 'RIFX\x00\x00\x00\x24WAVEfmt '],
    ['wav', 'RF64\xff\xff\xff\xffWAVEds64'],
    ['wav', 'BW64\xff\xff\xff\xffWAVEds64'],
    ['aiff', 'FORM\x00\x00\x00\x24AIFFCOMM'],
    ['aiff', 'FORM\x00\x00\x00\x24AIFCFVER'],
    ['amr', '#!AMR\n\x3c'],
    ['amr', '#!AMR-WB\n\x3c'],
    ['asf', '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9'],
    ['flac', 'fLaC\x00\x00\x00\x22'],
    ['ogg', 'OggS\x00\x02'],
    ['matroska', '\x1a\x45\xdf\xa3\x9f\x42\x86'],
    ['mov', '\x00\x00\x00\x20ftypM4A '],
    ['mov', '\x00\x00\x00\x20ftypisom'],
    ['aac', '\xff\xf1\x50\x80'],
    ['aac', '\xff\xf9\x50\x80'],
    ['mp3', '\xff\xfb\x90\x64'],
    ['mp3', '\xff\xf3\x84\xc4'],
    ['loas', '\x56\xe0\x5b\x20'],
  ])('the demuxer %s reads a file that starts with %j', (demuxer, start) => {
    expect(sniffAudio(bytes(start))).toBe(demuxer);
  });
});

const mp3Frame = Buffer.concat([bytes('\xff\xfb\x90\x64'), Buffer.alloc(413)]);
const adtsFrame = Buffer.concat([bytes('\xff\xf1\x50\x80\x0c\x9f\xfc'), Buffer.alloc(93)]);

describe('a recorded stream begins in the middle of a frame', () => {
  test.each([
    ['mp3', mp3Frame],
    ['aac', adtsFrame],
  ])('a recorded %s stream that begins in the middle of a frame is found', (demuxer, frame) => {
    const stream = Buffer.concat([frame.subarray(50), frame, frame, frame]);
    expect(sniffAudio(stream)).toBe(demuxer);
  });

  test('two frames are not enough, nor are three of which one is elsewhere', () => {
    const two = Buffer.concat([mp3Frame.subarray(50), mp3Frame, mp3Frame]);
    const apart = Buffer.concat([two, Buffer.alloc(1), mp3Frame]);
    for (const head of [two, apart]) expect(() => sniffAudio(head)).toThrow('none of the supported formats');
  });

  test('random bytes are no audio', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4_608, maxLength: 4_608 }), (head) => {
        expect(findFrameChain(Buffer.from(head))).toBeUndefined();
      }),
    );
  });
});

test('the length of an ID3v2 tag includes its footer', () => {
  expect(tagBytes(bytes('ID3\x03\0\0\0\0\x02\x01'))).toBe(10 + 257);
  expect(tagBytes(bytes('ID3\x04\0\x10\0\0\0\x01'))).toBe(10 + 1 + 10);
  expect(tagBytes(bytes('ID3\x03'))).toBe(0);
  expect(tagBytes(bytes('\xff\xfb\x90\x64\0\0\0\0\0\0'))).toBe(0);
});

test('after a tag comes any format, or padding before the first frame of an MP3', () => {
  expect(sniffAudio(bytes('fLaC'), { isTagged: true })).toBe('flac');
  expect(sniffAudio(bytes('\0\0\0\0'), { isTagged: true })).toBe('mp3');
});

describe('rejecting other formats', () => {
  test.each([
    ['an HTML page', '\n<!DOCTYPE html><html>'],
    ['an HTML page', '\xef\xbb\xbf<html lang="en">'],
    ['an XML document', '<?xml version="1.0"?><Error>'],
    ['a JSON document', '{ "error": "expired" }'],
    ['a JSON document', '[{"a":1}]'],
    ['a playlist', '#EXTM3U\n#EXT-X-VERSION:3'],
    ['a playlist', 'ffconcat version 1.0\n'],
    ['a playlist', '[playlist]\nFile1=http://example.com'],
    ['a playlist', 'v=0\r\no=- 0 0 IN IP4 127.0.0.1'],
    ['a PDF document', '%PDF-1.7'],
    ['a ZIP archive', 'PK\x03\x04'],
    ['a gzip archive', '\x1f\x8b\x08'],
    ['an image', '\x89PNG\r\n'],
    ['none of the supported formats', 'hello there'],
    ['none of the supported formats', '\xff\xe9\x90\x64'],
  ])('%s is refused by name: %j', (name, start) => {
    expect(() => sniffAudio(bytes(start))).toThrow(
      expect.objectContaining({
        type: 'unsupported_audio_format',
        message: expect.stringContaining(`is ${name}.`),
      }),
    );
  });
});

test('an empty file is unreadable', () => {
  expect(() => sniffAudio(new Uint8Array())).toThrow(expect.objectContaining({ type: 'audio_unreadable' }));
});
