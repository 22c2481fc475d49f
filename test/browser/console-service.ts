import * as z from 'zod';

/** A running service with its console, as another process can use it. */
export const ConsoleService = z.object({
  baseUrl: z.string(),
  awsEndpoint: z.string(),
  operator: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  outputs: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ConsoleService = z.infer<typeof ConsoleService>;
