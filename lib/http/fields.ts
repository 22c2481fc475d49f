import * as z from 'zod';

/** Kinds of fields that answers are made of. Their patterns are what the OpenAPI document says of them. */

/** An instant in UTC to the millisecond, "2026-11-20T10:00:00.000Z". */
export const instant = z.iso.datetime({ precision: 3 });

/** A whole number of something: bytes, milliseconds. */
export const count = z.int().min(0);

/** US dollars to the micro-dollar, "0.005103". */
export const usd = z.string().regex(/^\d+\.\d{6}$/);

/** A BCP-47 tag, "en" or "pt-BR". */
export const languageTag = z.string().regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/);
