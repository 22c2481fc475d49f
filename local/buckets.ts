import * as z from 'zod';
import type { BucketRules } from './s3/s3.ts';
import type { Deployment } from './template/deployment.ts';

const List = z.array(z.string()).default([]);
const Properties = z.object({
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        z.object({
          AllowedOrigins: List,
          AllowedMethods: List,
          AllowedHeaders: List,
          ExposedHeaders: List,
          MaxAge: z.number().default(0),
        }),
      ),
    })
    .default({ CorsRules: [] }),
  LifecycleConfiguration: z
    .object({
      Rules: z.array(
        z.object({
          Status: z.enum(['Enabled', 'Disabled']),
          Prefix: z.string().default(''),
          ExpirationInDays: z.number().optional(),
        }),
      ),
    })
    .default({ Rules: [] }),
});

/** The CORS and lifecycle rules of every bucket of the template. */
export const bucketRules = (deployment: Deployment): BucketRules[] =>
  deployment.ofType('AWS::S3::Bucket').map((bucket) => {
    const { CorsConfiguration, LifecycleConfiguration } = bucket.properties(Properties);
    return {
      name: bucket.name,
      cors: CorsConfiguration.CorsRules.map((rule) => ({
        origins: rule.AllowedOrigins,
        methods: rule.AllowedMethods,
        headers: rule.AllowedHeaders,
        exposeHeaders: rule.ExposedHeaders,
        maxAgeSeconds: rule.MaxAge,
      })),
      lifecycle: LifecycleConfiguration.Rules.flatMap(({ Status, Prefix: prefix, ExpirationInDays: days }) =>
        Status === 'Enabled' && days !== undefined ? [{ prefix, days }] : [],
      ),
    };
  });
