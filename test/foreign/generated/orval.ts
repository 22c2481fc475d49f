import { key, run } from './flow';
import { createTranscription, createUpload, getTranscript, getTranscription } from './orval/client';
import { CreateTranscriptionBody, GetTranscriptionResponse } from './orval/schemas';

const headers = { authorization: `Bearer ${key}` };

const refused = (answer: { status: number; data: unknown }): Error =>
  new Error(`${answer.status} ${JSON.stringify(answer.data)}`);

await run({
  grant: async (size_bytes) => {
    const answer = await createUpload({ content_type: 'audio/mpeg', size_bytes }, { headers });
    if (answer.status !== 201) throw refused(answer);
    return answer.data;
  },
  create: async (upload_id) => {
    CreateTranscriptionBody.parse({ upload_id, language_hints: ['en'] });
    const answer = await createTranscription({ upload_id, language_hints: ['en'] }, { headers });
    if (answer.status !== 202) throw refused(answer);
    return answer.data.id;
  },
  poll: async (id) => {
    const answer = await getTranscription(id, { wait: 20 }, { headers });
    if (answer.status !== 200) throw refused(answer);
    return GetTranscriptionResponse.parse(answer.data);
  },
  captions: async (id) => {
    const answer = await getTranscript(id, { format: 'srt' }, { headers });
    if (answer.status !== 200) throw refused(answer);
    if (typeof answer.data !== 'string') throw new Error('Captions are text.');
    return answer.data;
  },
  errorOf: async (id) => {
    const answer = await getTranscription(id, {}, { headers });
    return answer.status === 200 ? 'none' : answer.data.error.type;
  },
});
