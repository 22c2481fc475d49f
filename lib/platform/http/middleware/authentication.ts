import { type Event, type Middleware, onAnswer } from './middleware.ts';

/** Says who sends a request, and which headers every answer to them has; throws an `AppError` to refuse it. */
type Authenticate<Who> = (event: Event) => Promise<Who & { readonly headers: Headers }>;
type Headers = Readonly<Record<string, string>>;
type Internal = { headers: Headers | undefined };

/** Adds who sends the request to the context, and what is left of their rate limit to every answer. */
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
