import { describe, expect, test } from 'vitest';
import { toCues } from '#lib/domain/transcriptions/transcript-file/cues.ts';
import { aSegment, type Segment } from '../../../../support/result.ts';
import { said } from './spoken.ts';

const captions = (...segments: Segment[]): string[] =>
  toCues(segments, 'original').map(({ lines }) => lines.join(' / '));

describe('starts of cues', () => {
  test('a new cue starts after a pause of 700 ms, and not after a shorter one', () => {
    expect(captions(said(0, 'he left at once', { left: 700 }))).toEqual(['he left', 'at once']);
    expect(captions(said(0, 'he left at once', { left: 300 }))).toEqual(['he left at once']);
  });

  test('a new cue starts where a segment ends a sentence; half a sentence continues in the next segment', () => {
    expect(captions(said(0, 'It is late.'), said(900, 'We must go.'))).toEqual([
      'It is late.',
      'We must go.',
    ]);
    expect(captions(said(0, 'We must go to the'), said(1_100, 'station.'))).toEqual([
      'We must go to the station.',
    ]);
  });

  test('half a sentence continues in the next segment without a space where its script has none', () => {
    expect(captions(said(0, '我们今天'), said(500, '讨论。'))).toEqual(['我们今天讨论。']);
    expect(captions(said(0, '我们今天'), said(500, 'now 讨论。'))).toEqual(['我们今天 now 讨论。']);
  });

  test('a new cue starts when the next text is far away', () => {
    expect(captions(said(0, 'We must'), said(5_000, 'go.'))).toEqual(['We must', 'go.']);
  });

  test('no new cue starts after a title or an initial, whose point ends no sentence', () => {
    expect(captions(said(0, 'And then Mr.'), said(900, 'J. Dashwood had leisure.'))).toEqual([
      'And then Mr. J. Dashwood had leisure.',
    ]);
  });

  test('a new cue starts with its own sentence rather than with the end of the previous one', () => {
    const text =
      'We all went home. Nobody who saw it ever spoke about that night, or of what he had seen there.';
    expect(captions(said(0, text))).toEqual([
      'We all went home.',
      'Nobody who saw it ever spoke about / that night, or of what he had seen there.',
    ]);
    const longer =
      'We are all going direct to heaven. We are all going direct the other way, and in short nobody on the platform ever knew what to say about it at all.';
    expect(captions(said(0, longer))).toEqual([
      'We are all going direct to heaven.',
      'We are all going direct the other way,',
      'and in short nobody on the platform / ever knew what to say about it at all.',
    ]);
  });

  test('a new cue starts where both cues stay on screen long enough', () => {
    const text = 'And here are some more words, words, words, words. Um, and that should be all. Thanks.';
    expect(captions(said(0, text))).toEqual([
      'And here are some more words, / words, words, words.',
      'Um, and that should be all. Thanks.',
    ]);
  });

  test('a new cue starts at a short pause rather than elsewhere', () => {
    const text =
      'We were all going direct the other way, in short,, The period was so far like the present period,';
    expect(captions(said(0, text, { 'short,,': 300 }))).toEqual([
      'We were all going direct / the other way, in short,,',
      'The period was so far / like the present period,',
    ]);
    const tale =
      'He told the people in the village that evening when the boats came home and nobody at all had asked him anything';
    expect(captions(said(0, tale, { evening: 350 }))).toEqual([
      'He told the people / in the village that evening',
      'when the boats came home / and nobody at all had asked him anything',
    ]);
  });

  test('a new cue starts after punctuation rather than elsewhere', () => {
    const text =
      'When the train had left the station at last, nobody on the platform knew what to say about it any more.';
    expect(captions(said(0, text))).toEqual([
      'When the train had left / the station at last,',
      'nobody on the platform knew / what to say about it any more.',
    ]);
  });
});

describe('two-line cues', () => {
  test('two lines are about equally long', () => {
    expect(captions(said(0, 'The committee decided to postpone the decision'))).toEqual([
      'The committee decided / to postpone the decision',
    ]);
  });

  test('two lines leave no single word on the second, nor a short one at the end of the first', () => {
    expect(captions(said(0, 'They often studied incomprehensibilities-abroad'))).toEqual([
      'They often / studied incomprehensibilities-abroad',
    ]);
    expect(captions(said(0, 'Somebody must deliver the heavy railway parcel today'))).toEqual([
      'Somebody must deliver / the heavy railway parcel today',
    ]);
  });

  test('two lines part between sentences', () => {
    expect(captions(said(0, 'Thank you. I would like to say something first.'))).toEqual([
      'Thank you. / I would like to say something first.',
    ]);
    expect(captions(said(0, 'Yes. I would like, if I may, to speak to him.'))).toEqual([
      'Yes. / I would like, if I may, to speak to him.',
    ]);
    expect(
      captions(said(0, 'It was the best of times. It was the worst of times. It was the age of wisdom.')),
    ).toEqual(['It was the best of times. / It was the worst of times.', 'It was the age of wisdom.']);
    expect(captions(said(0, 'It was the age of wisdom. It was the age of foolishness.'))).toEqual([
      'It was the age of wisdom. / It was the age of foolishness.',
    ]);
  });

  test('two lines break Chinese, Japanese and Thai between words, and keep punctuation with its word', () => {
    const chinese =
      '近年来，随着深度学习技术的快速发展，越来越多的医院开始使用机器学习算法来辅助医生进行诊断，这不仅提高了效率。';
    expect(captions(aSegment([0, 6_900], chinese))).toEqual([
      '近年来，随着深度学习技术的快速 / 发展，越来越多的医院开始使用机器',
      '学习算法来辅助医生进行 / 诊断，这不仅提高了效率。',
    ]);
    const japanese =
      '最初のコンピューターは「ENIAC」と呼ばれていましたが、それから八十年でコンピューターは小さくなりました。';
    expect(captions(aSegment([0, 6_900], japanese))).toEqual([
      '最初のコンピューターは / 「ENIAC」と呼ばれていましたが、',
      'それから八十年でコンピューター / は小さくなりました。',
    ]);
    const thai = 'วันนี้เราจะมาพูดถึงเรื่องการท่องเที่ยวในประเทศไทย ซึ่งเป็นประเทศที่มีสถานที่ท่องเที่ยวสวยงาม';
    expect(captions(aSegment([0, 6_900], thai))).toEqual([
      'วันนี้เราจะมาพูดถึงเรื่องการท่องเที่ยวในประเทศไทย / ซึ่งเป็นประเทศที่มีสถานที่ท่องเที่ยวสวยงาม',
    ]);
  });

  test('two lines break a word of more than 42 characters, but never a character', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(captions(aSegment([0, 3_000], family.repeat(50)))).toEqual([
      `${family.repeat(42)} / ${family.repeat(8)}`,
    ]);
  });
});
