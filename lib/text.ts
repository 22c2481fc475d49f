import * as z from 'zod';

/** Characters as people count them: an emoji outside the basic plane is one. */
export const characters = (text: string): number => Array.from(text).length;

/** Text that can be stored: a half of a surrogate pair is no character. */
export const wellFormedText = z.string().refine((text) => text.isWellFormed(), {
  params: { rule: 'unicode' },
  message: 'Send well-formed Unicode; a lone surrogate is none.',
  abort: true,
});

/** Text of 1 to `max` characters. */
export const textUpTo = (max: number) =>
  wellFormedText
    .refine((text) => text !== '' && characters(text) <= max, {
      params: { rule: 'length' },
      message: `Send 1 to ${max} characters.`,
    })
    .meta({ minLength: 1, maxLength: max });
