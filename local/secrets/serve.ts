import * as z from 'zod';
import { jsonReply, type JsonService } from '../aws-endpoint/json-service.ts';

const GetSecretValue = z.object({ SecretId: z.string() });

/** The part of AWS Secrets Manager that functions use: GetSecretValue by ARN. */
export const serveSecrets =
  (valueOf: (arn: string) => string | undefined): JsonService =>
  async (headers, body) => {
    if (headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return jsonReply(400, {
        __type: 'InvalidRequestException',
        Message: 'Only GetSecretValue is supported.',
      });
    const { SecretId: arn } = GetSecretValue.parse(JSON.parse(body.toString()));
    const value = valueOf(arn);
    return value === undefined
      ? jsonReply(400, {
          __type: 'ResourceNotFoundException',
          Message: "Secrets Manager can't find the specified secret.",
        })
      : jsonReply(200, { ARN: arn, Name: arn.slice(arn.lastIndexOf(':') + 1), SecretString: value });
  };
