export type JsonReply = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** A response of the "AWS JSON 1.1" protocol. */
export const jsonReply = (status: number, body: object): JsonReply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: Buffer.from(JSON.stringify(body)),
});

/** A service of the "AWS JSON 1.0" protocol. The header `x-amz-target` names the operation. */
export type JsonService = (headers: Record<string, string>, body: Buffer) => Promise<JsonReply>;

/** Calls a service directly, without access checks. Throws an error whose name is AWS's error code. */
export type Call = (operation: string, input: object) => Promise<unknown>;

export const callerOf =
  (service: JsonService, targetPrefix: string): Call =>
  async (operation, input) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${targetPrefix}.${operation}`,
      // The signature is not verified, but a request without one is refused.
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=stack/20260101/us-east-1/stack/aws4_request, SignedHeaders=host, Signature=0',
    };
    const reply = await service(headers, Buffer.from(JSON.stringify(input)));
    const output: unknown = JSON.parse(reply.body.toString());
    if (reply.status < 300) return output;
    throw Object.assign(new Error(`${operation}: ${reply.body.toString()}`), { name: errorCode(output) });
  };

const errorCode = (output: unknown): string => {
  const type =
    typeof output === 'object' && output !== null && '__type' in output ? String(output['__type']) : '';
  return type.slice(type.indexOf('#') + 1);
};
