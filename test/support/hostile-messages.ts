import fc from 'fast-check';

/** A message of a client, and the required reaction of the service. */
export type HostileMessage = {
  readonly text: string;
  readonly outcome: 'accepted' | 'invalid_message' | 'audio_too_fast';
};

const of =
  (outcome: HostileMessage['outcome']) =>
  (text: string): HostileMessage => ({ text, outcome });
const accepted = of('accepted');
const invalid = of('invalid_message');
const tooFast = of('audio_too_fast');

const nearBytes = 64_000;
const nearOffset = fc.nat(nearBytes);
const farOffset = fc.integer({ min: 10 ** 9, max: 2 ** 31 - 1 });
const data = fc
  .tuple(
    fc.oneof(fc.constantFrom(1, 2, 3, 999, 23_999, 24_000), fc.integer({ min: 1, max: 7_000 })),
    fc.nat(255),
  )
  .map(([bytes, value]) => Buffer.alloc(bytes, value).toString('base64'));
const at = fc.oneof({ weight: 9, arbitrary: nearOffset }, { weight: 1, arbitrary: fc.constant(undefined) });
const audio = fc.record({ type: fc.constant('audio'), offset: at, data });
const mark = fc.record({ type: fc.constant('finalize'), offset: nearOffset });
const small = { type: 'audio', offset: 0, data: 'AAAA' };
const usual = fc.oneof(audio, mark, fc.constantFrom({ type: 'ping' }, { type: 'hello', sdk: 'x' }, small));
const json = (value: unknown): string => JSON.stringify(value);

const badOffsets = [-1, 0.5, -0.001, 1e308, 10 ** 10 + 1, '0', '', null, true, [], [0], {}, '٣', '1e3'];
const badData = [
  ...['', 'A', 'AA', 'AAA', 'AAAAA', '====', 'A===', 'AA=A', 'AA==AA==', '-_-_', 'AAAA\n', ' AAAA', 'AA AA'],
  ...['ÄÄÄÄ', '😀😀', '\u0000\u0000\u0000\u0000', '\ud800\ud800\ud800\ud800', 'data:audio/wav;base64,AAAA'],
  ...[null, 7, true, [], ['AAAA'], {}, 'A'.repeat(32_004)],
];
const badTypes = [
  ...['', 'AUDIO', 'audio ', 'dance', '__proto__', 'constructor', 'toString', '$default', '\u0000audio'],
  ...[null, 1, true, [], ['audio'], {}, { type: 'audio' }],
];
const badTexts = [
  ...['', ' ', '\u0000', 'NaN', 'undefined', 'audio', "{'type':'ping'}", '{"type":"ping",}', '{type:"ping"}'],
  ...[
    '{"type":"ping"}{"type":"ping"}',
    '\ufeff{"type":"ping"}',
    '[{"type":"ping"}]',
    '"{\\"type\\":\\"ping\\"}"',
  ],
  ...['{"type":"audio","offset":NaN,"data":"AAAA"}', '{"type":"audio","offset":01,"data":"AAAA"}'],
  ...['{"type":"audio","offset":-Infinity,"data":"AAAA"}', '{"type":"audio","offset":1e400,"data":"AAAA"}'],
  ...['{"type":"ping","type":"dance"}', '{"type":"finish","offset":-9007199254740993}'],
];
const goodTexts = [
  ...[' {"type":"ping"} ', '{"type":"dance","type":"ping"}', String.raw`{"t\u0079pe":"p\u0069ng"}`],
  ...['{"type":"audio","offset":-0,"data":"AAAA"}', '{"type":"audio","offset":1e3,"data":"AB=="}'],
  ...[String.raw`{"type":"hello","sdk":"\ud800\udfff\u0000\uffff"}`, '{"type":"hello","sdk":"\u202e👩‍👩‍👧‍👦"}'],
];
const extraNames = ['x', 'Data', 'offset ', 'toString', 'constructor', '', 'session_id', 'project'];

const nested = fc
  .tuple(fc.integer({ min: 1, max: 7_000 }), fc.constantFrom('array', 'object', 'open', 'inside'))
  .map(([depth, kind]) => {
    const array = '['.repeat(depth) + ']'.repeat(depth);
    if (kind === 'array') return array;
    if (kind === 'open') return '['.repeat(depth);
    if (kind === 'inside') return `{"type":"hello","sdk":${array}}`;
    return `${'{"a":'.repeat(depth / 4)}1${'}'.repeat(depth / 4)}`;
  });
const truncated = fc.tuple(usual, fc.double({ min: 0, max: 0.999, noNaN: true })).map(([message, share]) => {
  const text = json(message);
  return text.slice(0, Math.floor(share * text.length));
});
const notMessages = fc
  .jsonValue()
  .filter((value) => typeof value !== 'object' || value === null || !('type' in value));

/** Messages of malicious clients, and some that are only unusual. None ends the session. */
export const hostileMessages: fc.Arbitrary<HostileMessage> = fc.oneof(
  { weight: 8, arbitrary: usual.map((message) => accepted(json(message))) },
  fc.constantFrom(...goodTexts).map(accepted),
  fc
    .tuple(fc.constantFrom('audio', 'finalize', 'finish'), farOffset)
    .map(([type, offset]) => tooFast(json({ type, offset, ...(type === 'audio' && { data: 'AAAA' }) }))),
  fc.constantFrom(...badTexts).map(invalid),
  truncated.map(invalid),
  notMessages.map((value) => invalid(json(value))),
  nested.map(invalid),
  fc
    .tuple(fc.constantFrom('audio', 'finalize', 'finish'), fc.constantFrom(...badOffsets))
    .map(([type, offset]) => invalid(json({ type, offset, ...(type === 'audio' && { data: 'AAAA' }) }))),
  fc.constantFrom(...badData).map((bad) => invalid(json({ ...small, data: bad }))),
  fc.constant(invalid(json({ type: 'audio', offset: 0 }))),
  fc.constantFrom(...badTypes).map((type) => invalid(json({ ...small, type }))),
  fc
    .tuple(usual, fc.constantFrom(...extraNames))
    .map(([message, name]) => invalid(json({ ...message, [name]: 1 }))),
  fc
    .integer({ min: 101, max: 9_000 })
    .map((length) => invalid(json({ type: 'hello', sdk: '😀'.repeat(length / 2) + 'x'.repeat(101) }))),
);
