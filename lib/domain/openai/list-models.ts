import type { z } from 'zod';
import type { SpeechModel, SpeechModelName } from '#lib/speech/engines/models.ts';
import type { ModelList } from './audio-schemas.ts';

const whisper = '2022-09-21';

/** When the weights were published. */
const published: Readonly<Record<SpeechModelName, string>> = {
  'moonshine-tiny': '2024-10-21',
  'whisper-tiny': whisper,
  'whisper-base': whisper,
  'whisper-small': whisper,
  'whisper-large-v3-turbo': '2024-10-01',
};

const view = (id: string, date: string, owner: string) => ({
  id,
  object: 'model' as const,
  created: Date.parse(date) / 1_000,
  owned_by: owner,
});

/** The models, in the order in which `auto` prefers them. */
export const listModels = (models: readonly SpeechModel[]): z.infer<typeof ModelList> => {
  const own = models.map(({ name, engine }) => view(name, published[name], engine));
  const [first] = models;
  return {
    object: 'list',
    data: [...(first ? [view('auto', published[first.name], 'earshot')] : []), ...own],
  };
};
