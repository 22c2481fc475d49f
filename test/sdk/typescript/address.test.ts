import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { EarshotError } from '../../../sdk/typescript/errors.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';

const clientAt = (baseUrl: string) => {
  const world = fakeEnvironment(() => answered({}));
  const { environment } = world;
  return { ...world, earshot: new Earshot({ baseUrl, apiKey: 'es_live_k', environment }) };
};

test.each(['localhost:8787', 'earshot.example.com', 'ftp://earshot.example.com', ''])(
  'the address %j is refused at once',
  (baseUrl) => {
    expect(() => clientAt(baseUrl)).toThrow(EarshotError);
    expect(() => clientAt(baseUrl)).toThrow('baseUrl is not an address such as https://api.example.');
  },
);

test('an address that was read from a file is used without the white space around it', async () => {
  const { earshot, requests } = clientAt(' https://api.example/v1\r\n');
  await earshot.capabilities();
  expect(requests[0]?.url.href).toBe('https://api.example/v1/capabilities');
});
