import * as z from 'zod';
import { invalidFields } from '#lib/platform/http/validation.ts';
import type { AllowList } from '#lib/platform/net/allow-list.ts';
import { FetchFailure } from '#lib/platform/net/fetch-failure.ts';
import { assertFetchable } from '#lib/platform/net/target.ts';

const pattern = /^[Hh][Tt][Tt][Pp][Ss]:\/\/[^\s\u0000-\u0020\u007f\\]+$/;
const anUrl =
  'Send an https:// URL of at most 4096 characters; other schemes, gs:// among them, are not fetched.';

/** The text of an https URL. `assertFetchableSource` checks whether it may be fetched. */
export const audioUrl = z
  .string(anUrl)
  .max(4_096, anUrl)
  .refine((text) => /^https:\/\//i.test(text), {
    params: { rule: 'https_url' },
    message: anUrl,
    abort: true,
  })
  .refine((text) => pattern.test(text) && URL.canParse(text), {
    params: { rule: 'valid_url' },
    message: 'This is not a valid URL.',
  })
  .meta({ pattern: pattern.source });

type Source = { readonly audio_url?: string | undefined; readonly audio_uri?: string | undefined };

/** Refuses a URL that cannot succeed, before a job is created for it. Makes no DNS or HTTP request. */
export const assertFetchableSource = (
  { audio_url: url, audio_uri: alias }: Source,
  allow: AllowList,
): void => {
  const sent = url ?? alias;
  if (sent === undefined) return;
  try {
    assertFetchable(sent, allow);
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const path = url === undefined ? 'audio_uri' : 'audio_url';
    throw invalidFields([{ path, rule: error.kind, message: error.message }]);
  }
};
