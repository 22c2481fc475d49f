import * as z from 'zod';
import type { JsonReply, JsonService } from '../aws-endpoint/json-service.ts';

const Asked = z.object({ SecretId: z.string() });

const reply = (status: number, body: object): JsonReply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1' },
  body: Buffer.from(JSON.stringify(body)),
});

/** AWS Secrets Manager as far as functions need it: GetSecretValue of a secret by its ARN. */
export const serveSecrets =
  (valueOf: (arn: string) => string | undefined): JsonService =>
  async (headers, body) => {
    if (headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return reply(400, {
        __type: 'InvalidRequestException',
        Message: 'Only GetSecretValue is served here.',
      });
    const { SecretId: arn } = Asked.parse(JSON.parse(body.toString()));
    const value = valueOf(arn);
    return value === undefined
      ? reply(400, {
          __type: 'ResourceNotFoundException',
          Message: "Secrets Manager can't find the specified secret.",
        })
      : reply(200, { ARN: arn, Name: arn.slice(arn.lastIndexOf(':') + 1), SecretString: value });
  };
