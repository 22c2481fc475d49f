import { execFileSync, spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeSamples } from '../../console/playground/code-samples.ts';
import type { Sampled } from '../../console/playground/sampled.ts';

const baseUrl = 'https://speech.example';

const options: fc.Arbitrary<Sampled['options']> = fc.record(
  {
    language_hints: fc.array(fc.constantFrom('en', 'pt-BR')),
    context: fc.string({ unit: 'grapheme' }),
    custom_vocabulary: fc.array(fc.string({ unit: 'grapheme' })),
    multichannel: fc.boolean(),
    formatting: fc.constant({ numerals: 'digits', fillers: 'remove' } as const),
    translation: fc.constant({ type: 'two_way', language_a: 'en', language_b: 'es' } as const),
  },
  { requiredKeys: [] },
);
const name = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))
  .map((text) => `${text}.mp3`);
const sampled = fc.record({ audio: fc.record({ fileName: name }), options });

/** Parses the arguments of the call of `transcribe` like Python. */
const pythonReader = `
import ast, json, sys
for code in json.load(sys.stdin):
    call = next(node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "transcribe")
    print(json.dumps([ast.literal_eval(call.args[0]), {each.arg: ast.literal_eval(each.value) for each in call.keywords}]))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)(
  'the sample in Python gives the client the chosen file name and options, whatever they contain',
  () => {
    const all = fc.sample(sampled, 100);
    const input = JSON.stringify(all.map((one) => codeSamples.python({ baseUrl, mode: 'live', ...one })));
    const lines = execFileSync('python3', ['-c', pythonReader], { input, encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      all.map((one) => [one.audio.fileName, one.options]),
    );
  },
);

test('the sample for the shell keeps quotes of file names and options', () => {
  const fileName = "it's “a” call; $(x).mp3";
  const context = `Ada's "wheel" \`x\``;
  const code = codeSamples.curl({ baseUrl, mode: 'live', audio: { fileName }, options: { context } });
  const [line = ''] = /^FILE=.*$/m.exec(code) ?? [];
  const read = execFileSync('bash', ['-c', `${line}; printf %s "$FILE"`], { encoding: 'utf8' });
  expect(read).toBe(fileName);
  const [, body = ''] = /-d (.*) \| jq -r \.id\)$/m.exec(code) ?? [];
  const sent = execFileSync('bash', ['-c', `UPLOAD_ID=upl_1; printf %s ${body}`], { encoding: 'utf8' });
  expect(JSON.parse(sent)).toEqual({ upload_id: 'upl_1', context });
});

test.each(['curl', 'typescript', 'python'] as const)(
  'the sample in %s sends an address instead of a file',
  (language) => {
    const url = 'https://example.com/call.mp3';
    const code = codeSamples[language]({ baseUrl, mode: 'test', audio: { url }, options: {} });
    expect(code).toContain(url);
    expect(code).toContain('es_test_');
    expect(code).not.toContain('upload');
  },
);
