import { createContext, Script } from 'node:vm';
import * as z from 'zod';

const Answer = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.object({ value: z.string() })).default({}),
  body: z.string().default(''),
});
const Result = z.union([Answer, z.object({ uri: z.string() })]);

/** A viewer-request function. It returns a response, or the path to serve. */
export type ViewerFunction = (method: string, uri: string) => z.infer<typeof Result>;

/** Compiles a CloudFront function: a script with `handler(event)`, without modules and Node globals. */
export const viewerFunction = (code: string): ViewerFunction => {
  const script = new Script(`${code}\nhandler({ request: { method, uri, headers: {}, querystring: {} } });`);
  return (method, uri) => Result.parse(script.runInContext(createContext({ method, uri })));
};
