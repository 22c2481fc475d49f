import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentsOf, textOf, toXml } from '#local/s3/xml.ts';

test('any text in an XML document is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const xml = toXml('Delete', { Object: texts.map((Key) => ({ Key })), Quiet: true });
      expect(contentsOf(xml, 'Object').map((object) => textOf(object, 'Key'))).toEqual(texts);
      expect(textOf(xml, 'Quiet')).toBe('true');
    }),
  );
});

test('documents of other writers may have attributes and any entities', () => {
  expect(textOf('<Key xmlns="x">&lt;&#65;&#x1F3A7;&amp;lt;&nope;</Key>', 'Key')).toBe('<A🎧&lt;&nope;');
  expect(textOf('<Keys>x</Keys>', 'Key')).toBeUndefined();
});
