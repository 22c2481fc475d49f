import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { EarshotError } from '../../../sdk/typescript/errors.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';

const clientOf = (apiKey: string) => {
  const world = fakeEnvironment(() => answered({}));
  const { environment } = world;
  return { ...world, earshot: new Earshot({ baseUrl: 'https://api.example', apiKey, environment }) };
};

const thrownBy = async (step: () => unknown): Promise<unknown> => {
  try {
    return await step();
  } catch (error) {
    return error;
  }
};

test('an API key that was read from a file is sent without the white space around it', async () => {
  const { earshot, requests } = clientOf(' es_live_k\r\n');
  await earshot.capabilities();
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer es_live_k');
});

test.each(['es_live_\nk', 'es_live_\u007fk', 'es_live_ü', 'es_live_\u200bk'])(
  'the API key %j, which no header carries, is refused at once by a message without it',
  async (apiKey) => {
    const error = await thrownBy(() => clientOf(apiKey));
    expect(error).toBeInstanceOf(EarshotError);
    expect(String(error)).toBe('EarshotError: apiKey may have only printable ASCII characters.');
  },
);

test.each<any>(['\n', undefined])('an API key of %j is missing', async (apiKey) => {
  expect(String(await thrownBy(() => clientOf(apiKey)))).toContain('apiKey is missing.');
});

test.each(['a key of two\nlines', 'ein Schlüssel, der lang genug ist', '鍵'.repeat(16)])(
  'the Idempotency-Key %j, which no header carries, is refused before anything is sent',
  async (idempotencyKey) => {
    const { earshot, requests, waitsMs } = clientOf('es_live_k');
    const error = await thrownBy(() => earshot.submit({ fileId: 'file_a' }, { idempotencyKey }));
    expect(String(error)).toBe('EarshotError: idempotencyKey may have only printable ASCII characters.');
    expect([requests, waitsMs]).toEqual([[], []]);
  },
);
