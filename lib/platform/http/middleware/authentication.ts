import { type Event, type Middleware, onAnswer } from './middleware.ts';

/** Identifies the sender of a request, and returns headers for every answer. Throws an `AppError` to refuse the request. */
type Authenticate<Who> = (event: Event) => Promise<Who & { readonly headers: Headers }>;
type Headers = Readonly<Record<string, string>>;
type Internal = { headers: Headers | undefined };

/** Adds the sender to the context as `who`, and the rate-limit headers to every answer. */
export const authentication = <Who>(authenticate: Authenticate<Who>): Middleware<{ who: Who }, Internal> => ({
  before: async ({ event, context, internal }) => {
    const who = await authenticate(event);
    context.who = who;
    internal.headers = who.headers;
  },
  ...onAnswer<Internal>((response, { internal }) => ({
    ...response,
    headers: { ...internal.headers, ...response.headers },
  })),
});
