import { expect, test } from 'vitest';
import { fileOf, synthesize } from '../support/templates.ts';

test('with the setting realtime off, neither its functions nor its routes are deployed', () => {
  const without = synthesize({ realtime: 'off' });
  expect(without.stacks.map(({ stack }) => stack)).not.toContain('EarshotRealtime');
  const files = without.ofType('AWS::Lambda::Function').map(fileOf);
  expect(files.filter((file) => /realtime|session\.ts/.test(file))).toEqual([]);
  expect(JSON.stringify(without.ofType('AWS::CloudFront::ResponseHeadersPolicy'))).not.toContain('wss:');
});
