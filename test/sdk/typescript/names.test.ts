import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';
import { testFolder } from '../../support/test-folder.ts';

const clientOf = () => {
  const { environment, requests } = fakeEnvironment(() => answered({ id: 'upl_a', status: 'consumed' }));
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const sent = () => requests.map(({ text }) => JSON.parse(text));
  return { earshot, sent };
};

test.each([
  ['call.wma', new File(['audio'], 'call.wma')],
  ['Meeting 3.2', new File(['audio'], 'upload-8f3a')],
  ['Meeting 3.2', Buffer.from('audio')],
])('a grant is asked for with %s, which tells the format rather than the person', async (asked, audio) => {
  const job = clientOf();
  await job.earshot.submit(audio, { filename: 'Meeting 3.2' });
  expect(job.sent()).toMatchObject([{ filename: asked }, { filename: 'Meeting 3.2' }]);
  const file = clientOf();
  await file.earshot.files.upload(audio, { name: 'Meeting 3.2' });
  expect(file.sent()).toMatchObject([{ filename: asked }, { name: 'Meeting 3.2' }]);
});

test('a filename that is given for the format of an upload counts more than its own', async () => {
  const { earshot, sent } = clientOf();
  await earshot.uploads.send(new File(['audio'], 'call.tmp'), { filename: 'call.wma' });
  expect(sent()).toMatchObject([{ filename: 'call.wma' }]);
});

test('an upload is sent with the name of its file', async () => {
  const { earshot, sent } = clientOf();
  const path = join(testFolder(), 'call.wma');
  writeFileSync(path, 'audio');
  await earshot.uploads.send(path);
  await earshot.uploads.send(new File(['audio'], 'call.amr'));
  expect(sent()).toMatchObject([{ filename: 'call.wma' }, { filename: 'call.amr' }]);
});

test('the name of a file is sent without what the service refuses', async () => {
  const { earshot, sent } = clientOf();
  await earshot.submit(new File(['audio'], 'call\n.mp3'));
  expect(sent()[1]).toMatchObject({ filename: 'call_.mp3' });
});
