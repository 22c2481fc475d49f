import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';

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

test('a filename that is given for the format of a file counts more than its own', async () => {
  const { earshot, sent } = clientOf();
  await earshot.files.upload(new File(['audio'], 'call.tmp'), {}, { filename: 'call.wma' });
  expect(sent()).toMatchObject([{ filename: 'call.wma' }, { name: 'call.tmp' }]);
});

test('a filename that is undefined leaves a registered file the name of its audio', async () => {
  const { earshot, sent } = clientOf();
  await earshot.files.upload(new File(['audio'], 'call.wma'), {}, { filename: undefined });
  expect(sent()).toMatchObject([{ filename: 'call.wma' }, { name: 'call.wma' }]);
});

test('the name of a file is sent without what the service refuses', async () => {
  const { earshot, sent } = clientOf();
  await earshot.submit(new File(['audio'], 'call\n.mp3'));
  expect(sent()[1]).toMatchObject({ filename: 'call_.mp3' });
});
