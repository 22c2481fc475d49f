import * as z from 'zod';

export type HttpReply = {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer;
};

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Structured = z.looseObject({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), Scalar).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** A response of the gateway itself, with API Gateway's wording. */
export const gatewayMessage = (status: number, message: string): HttpReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});

export const functionFailed = gatewayMessage(500, 'Internal Server Error');

/**
 * Reads a handler's result in payload format 2.0. API Gateway takes a result without a `statusCode` for a body. Here it is a
 * failure.
 */
export const replyOf = (result: string): HttpReply => {
  const parsed = Structured.safeParse(JSON.parse(result));
  if (!parsed.success) return functionFailed;
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.data;
  const named = Object.entries(headers ?? {}).map(([name, text]) => [name.toLowerCase(), String(text)]);
  return {
    status: statusCode,
    headers: {
      // A 204 has no body.
      ...(statusCode !== 204 && { 'content-type': 'text/plain;charset=UTF-8' }),
      ...Object.fromEntries(named),
      ...(cookies && cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  };
};
