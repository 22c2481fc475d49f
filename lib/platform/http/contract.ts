import { createHash } from 'node:crypto';
import type * as z from 'zod';
import type { ErrorType } from '#lib/platform/errors.ts';
import type { ResponseHeader } from '#lib/platform/openapi/headers.ts';
import { fileReply, type Reply, reply, type TextFile } from './reply.ts';

/** The schema and an example of a body, by media type. Text has no schema. Empty for a route that answers without a body. */
type Content = Readonly<
  Record<string, { readonly schema: z.ZodType; readonly example: unknown } | { readonly example: string }>
>;

/** The successful answer of a route. The handler of the route returns an `Answer`. */
export type Success<Answer> = {
  readonly status: 200 | 201 | 202 | 204 | 302;
  readonly content: Content;
  /** Headers that only this answer has. */
  readonly headers?: readonly ResponseHeader[];
  /** The meaning of a 204, if the route can answer with it instead. */
  readonly nothing?: string;
  readonly toReply: (answer: Answer) => Reply;
};

/** A JSON answer. Its description is in the schema. */
export const json = <Answer>(
  status: 200 | 201 | 202,
  schema: z.ZodType<Answer>,
  example: NoInfer<Answer>,
): Success<Answer> => ({
  status,
  content: { 'application/json': { schema, example } },
  toReply: (answer) => reply(status, answer),
});

/** 204, without a body. */
export const empty: Success<void> = {
  status: 204,
  content: {},
  toReply: () => ({ statusCode: 204 }),
};

/** Redirects the browser. `cookies` are values of Set-Cookie headers. */
export type Redirect = { readonly location: string; readonly cookies: readonly string[] };

/** Percent-encodes characters that a header may not contain. */
const asciiOf = (location: string): string =>
  location.toWellFormed().replaceAll(/[^\u0021-\u007e]+/g, encodeURIComponent);

export const redirect: Success<Redirect> = {
  status: 302,
  content: {},
  toReply: ({ location, cookies }) => ({
    statusCode: 302,
    headers: { location: asciiOf(location), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    cookies: [...cookies],
  }),
};

/** A file in one of several media types. */
export const file = (content: Content): Success<TextFile> => ({
  status: 200,
  headers: ['Content-Disposition'],
  content,
  toReply: fileReply,
});

/** An HTML page whose content security policy allows only this style: no script and no other resource. */
export const page = (example: string, style: string): Success<string> => {
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return {
    status: 200,
    content: { 'text/html': { example } },
    toReply: (html) => ({
      statusCode: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
      body: html,
    }),
  };
};

/** One content as a page for people, and as JSON for programs that accept JSON but no page. */
export type Negotiated<Answer> = {
  readonly html: string;
  readonly json: Answer;
  /** The header Accept of the request. */
  readonly accept: string | undefined;
};

const asksForJson = (accept = ''): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

/** The contract of an answer that is a page or JSON, depending on the header Accept of the request. */
export const pageOrJson = <Answer>(
  html: Success<string>,
  data: Success<Answer>,
): Success<Negotiated<Answer>> => ({
  status: 200,
  content: { ...html.content, ...data.content },
  toReply: (answer) => {
    const chosen = asksForJson(answer.accept) ? data.toReply(answer.json) : html.toReply(answer.html);
    return { ...chosen, headers: { ...chosen.headers, vary: 'accept' } };
  },
});

type ApiTag =
  | 'Uploads'
  | 'Transcriptions'
  | 'Files'
  | 'Realtime sessions'
  | 'Webhooks'
  | 'OpenAI'
  | 'Usage'
  | 'Service';
type ConsoleTag =
  | 'Session'
  | 'Organizations'
  | 'Members'
  | 'Projects'
  | 'API keys'
  | 'Billing'
  | 'Playground';

/**
 * The request and the answer of a route. functions/http enforces it, the OpenAPI document publishes it, and the tests check
 * it.
 */
export type Contract<Params, Query, Answer> = {
  /** In camel case: the method name in generated clients. */
  readonly operationId: string;
  /** Its group in the OpenAPI document. */
  readonly tag: ApiTag | ConsoleTag;
  /** One line, as a heading. */
  readonly summary: string;
  /** What a customer must know to use the route, in Markdown. */
  readonly description: string;
  /**
   * Path parameters. They are not validated, because a malformed id answers 404: the pattern is only for the OpenAPI
   * document.
   */
  readonly params: z.ZodType<Params>;
  readonly query: z.ZodType<Query>;
  /** Headers that its handler parses, by lower-case name, in addition to those of every route. */
  readonly headers?: z.ZodType;
  readonly success: Success<Answer>;
  /** The path of the created object, for the header Location. */
  readonly location?: ((answer: Answer) => string) | undefined;
  /**
   * The error types that the route has in addition to those of every route with the same audience, and of every route with a
   * body.
   */
  readonly errors: readonly ErrorType[];
};

/** The format of a body: JSON, unless it carries a file. */
export type BodyType = 'application/json' | 'multipart/form-data';

type WithBody<Body> = {
  readonly body: {
    readonly schema: z.ZodType<Body>;
    readonly example: unknown;
    readonly mediaType?: BodyType;
  };
};

/** The contract of a route that creates something from its body, and accepts an Idempotency-Key. */
export type CreateContract<Params, Query, Body, Answer> = Contract<Params, Query, Answer> & WithBody<Body>;

/** The contract of a route that applies the changes in a JSON body. The route is idempotent, so it needs no Idempotency-Key. */
export type ChangeContract<Params, Query, Body, Answer> = Contract<Params, Query, Answer> &
  WithBody<Body> & { readonly repeatable: true };

/**
 * The contract of a route that creates something and reads no body. A repeated request returns the object that the first
 * one created, with or without an Idempotency-Key.
 */
export type BodilessCreateContract<Params, Query, Answer> = Contract<Params, Query, Answer> & {
  readonly creates: true;
};

/** The contract of a route without a body. */
export const contract = <Params, Query, Answer>(
  fields: Contract<Params, Query, Answer>,
): Contract<Params, Query, Answer> => fields;

/** The contract of a route that creates. */
export const createContract = <Params, Query, Body, Answer>(
  fields: CreateContract<Params, Query, Body, Answer>,
): CreateContract<Params, Query, Body, Answer> => fields;

/** The contract of a route that creates without a body. */
export const bodilessCreateContract = <Params, Query, Answer>(
  fields: Omit<BodilessCreateContract<Params, Query, Answer>, 'creates'>,
): BodilessCreateContract<Params, Query, Answer> => ({ ...fields, creates: true });

/** The contract of a route that changes something. */
export const changeContract = <Params, Query, Body, Answer>(
  fields: Omit<ChangeContract<Params, Query, Body, Answer>, 'repeatable'>,
): ChangeContract<Params, Query, Body, Answer> => ({ ...fields, repeatable: true });

/** The answer of a route, with Location if it created something. */
export const answerReply = <Answer>(
  { success, location }: Pick<Contract<never, never, Answer>, 'success' | 'location'>,
  answer: Answer,
): Reply => {
  const replied = success.toReply(answer);
  if (location === undefined) return replied;
  return { ...replied, headers: { ...replied.headers, location: location(answer) } };
};

export type Nothing = Readonly<Record<string, never>>;

/** The contract of any route. */
export type AnyContract = Contract<unknown, unknown, never> & {
  readonly body?: WithBody<unknown>['body'];
  readonly repeatable?: true;
  readonly creates?: true;
};

/** Whether a route creates something, and so accepts an Idempotency-Key. */
export const isCreation = ({ body, repeatable, creates }: AnyContract): boolean =>
  creates ?? (body !== undefined && !repeatable);
