import * as z from 'zod';
import { Mode } from '#lib/platform/tenant.ts';

const anInstant = 'Send an instant in UTC to the millisecond, such as 2026-11-20T10:00:00.000Z.';

/** An instant in UTC to the millisecond, "2026-11-20T10:00:00.000Z". */
export const instant = z
  .string(anInstant)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, anInstant)
  .meta({ id: 'Instant', format: 'date-time', description: 'In UTC, to the millisecond.' });

/** An instant that a caller sends, with any offset. */
export const sentInstant = z.iso
  .datetime({ offset: true, error: 'Send an instant such as 2026-11-20T10:00:00Z.' })
  // In UTC the year may get six digits and a sign. Such a text neither sorts correctly nor is read as an instant.
  .refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return !(year < 1970 || year > 9999);
  }, 'Send an instant of a year from 1970 to 9999.');

/** The mode that an object belongs to: live or test. */
export const mode = Mode.meta({
  id: 'Mode',
  description:
    'The mode of the key that created it. Live and test data are separate. Test mode costs nothing.',
});

/** A whole number of something: bytes, milliseconds. */
export const count = z.int().min(0);

/** US dollars to the micro-dollar, "0.005103". */
export const usd = z
  .string()
  .regex(/^\d+\.\d{6}$/)
  .meta({ id: 'Usd', description: 'US dollars, to the micro-dollar.' });

/** US dollars to the micro-dollar, which may be below zero, "-0.005103". */
export const signedUsd = z
  .string()
  .regex(/^-?\d+\.\d{6}$/)
  .meta({ id: 'SignedUsd', description: 'US dollars, to the micro-dollar; may be below zero.' });

/** The form of a BCP-47 tag: language, script, region, variants, extensions, private use. */
export const languagePattern =
  /^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?(-([A-Za-z\d]{5,8}|\d[A-Za-z\d]{3}))*(-[A-WYZa-wyz\d](-[A-Za-z\d]{2,8})+)*(-[Xx](-[A-Za-z\d]{1,8})+)?$/;
export const languageTag = z
  .string()
  .regex(languagePattern)
  .meta({ id: 'Language', description: 'A BCP-47 tag.', examples: ['en', 'pt-BR'] });
