import { createContext, Script } from 'node:vm';
import * as z from 'zod';

const Answer = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.object({ value: z.string() })).default({}),
  body: z.string().default(''),
});
const Result = z.union([Answer, z.object({ uri: z.string() })]);

/** What a function at viewer-request makes of a request: an answer of its own, or the path to go on with. */
export type ViewerFunction = (method: string, uri: string) => z.infer<typeof Result>;

/** Compiles the code of a CloudFront function: a plain script with `handler(event)`, without modules or globals of Node. */
export const viewerFunction = (code: string): ViewerFunction => {
  const script = new Script(`${code}\nhandler({ request: { method, uri, headers: {}, querystring: {} } });`);
  return (method, uri) => Result.parse(script.runInContext(createContext({ method, uri })));
};
