import schema from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' };
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { asyncApiDocument } from '#lib/domain/realtime/asyncapi.ts';
import { ClientMessage, ServerEvent } from '#lib/domain/realtime/protocol.ts';

const document = JSON.parse(JSON.stringify(asyncApiDocument()));

test('the document is valid AsyncAPI 3.0', () => {
  const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, code: { optimize: false } });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  validate(document);
  expect(validate.errors).toBeNull();
  expect(validate({ ...document, channels: 7 })).toBe(false);
});

test('the document has every message that a client sends or receives, by the schema that checks it', () => {
  const typeOf = (ref: string): string | undefined => {
    const name = ref.split('/').at(-1) ?? '';
    const { payload } = document.components.messages[name];
    const target = payload.$ref?.split('/').at(-1);
    return (target === undefined ? payload : document.components.schemas[target]).properties.type?.const;
  };
  const typesOf = (operation: string): (string | undefined)[] =>
    document.operations[operation].messages.map(({ $ref }: { $ref: string }) => typeOf($ref));
  expect(typesOf('send')).toEqual(ClientMessage.options.map(({ shape }) => shape.type.value));
  expect(typesOf('receive')).toEqual([
    ...ServerEvent.options.map(({ shape }) => shape.type.value),
    // API Gateway sends these itself.
    undefined,
  ]);
});

test('every reference of the document leads to something', () => {
  const text = JSON.stringify(document);
  const paths = Array.from(text.matchAll(/"\$ref":"#\/([^"]+)"/g), ([, path = '']) => path);
  const isMissing = (path: string) => path.split('/').reduce((at, key) => at?.[key], document) === undefined;
  expect(paths.filter(isMissing)).toEqual([]);
});
