import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Credentials } from '../access/identities.ts';
import type { Deployment, Resource } from '../template/deployment.ts';
import type { FunctionSpec } from './worker.ts';

const Properties = z.object({
  Code: z.object({ S3Key: z.string().optional() }),
  Handler: z.string(),
  Runtime: z.string(),
  Role: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
  MemorySize: z.coerce.number().default(128),
  Timeout: z.coerce.number().default(3),
  ReservedConcurrentExecutions: z.coerce.number().optional(),
});

/** A function with at least this memory is assumed to need a whole core. */
const heavyMemoryMb = 1500;
/**
 * Other functions mostly wait. The value is higher than one project's share of a stage and its long polls, so that other
 * projects progress.
 */
const lightConcurrency = 16;
/** Functions with their own reserved concurrency that sometimes need a core, and about 300 MB each. */
const maxReservedHeavy = 8;

export type DeployedFunction = {
  readonly resource: Resource;
  readonly properties: z.infer<typeof Properties>;
};

/** The functions that can run here: Node.js functions with a bundle in the assembly. */
export const deployedFunctions = (deployment: Deployment): DeployedFunction[] =>
  deployment
    .ofType('AWS::Lambda::Function')
    .map((resource) => ({ resource, properties: resource.properties(Properties) }))
    .filter(({ properties: { Code, Runtime } }) => Runtime.startsWith('nodejs') && Code.S3Key !== undefined);

type SpecOptions = {
  readonly deployment: Deployment;
  readonly credentials: Credentials;
  readonly speechDir: string;
  /** Extra variables that only exist on a laptop. */
  readonly environment: Record<string, string>;
};

/**
 * The specification of a function. Throws if its bundle is missing, or if the bundle could find packages in a node_modules
 * folder above it.
 */
export const specOf = (
  { resource, properties }: DeployedFunction,
  { deployment, credentials, speechDir, environment }: SpecOptions,
): FunctionSpec => {
  const dir = deployment.assetPath.get(properties.Code.S3Key ?? '');
  if (dir === undefined) throw new Error(`The assembly has no bundle for ${resource.logicalId}.`);
  requireIsolation(dir);
  const [module = '', exportName = ''] = properties.Handler.split('.');
  const file = ['.mjs', '.js', '.cjs'].map((ending) => join(dir, module + ending)).find(existsSync);
  if (file === undefined) throw new Error(`${dir} has no file for the handler ${properties.Handler}.`);
  const variables = properties.Environment?.Variables ?? {};
  return {
    name: resource.name,
    arn: resource.returns['Arn'] ?? '',
    file,
    exportName,
    memoryMb: properties.MemorySize,
    timeoutMs: properties.Timeout * 1000,
    concurrency: concurrencyOf(properties),
    retryAttempts: retryAttemptsOf(deployment, resource),
    environment: {
      ...environment,
      ...variables,
      // On Lambda this is the folder of the layer.
      ...('SPEECH_DIR' in variables && { SPEECH_DIR: speechDir }),
      ...lambdaEnvironment(resource.name, properties),
      ...awsEnvironment(deployment.place, credentials),
    },
  };
};

/** The reserved concurrency on AWS is far more than one machine needs. */
const concurrencyOf = ({
  MemorySize,
  ReservedConcurrentExecutions: reserved,
}: z.infer<typeof Properties>): number => {
  if (MemorySize < heavyMemoryMb) return Math.min(reserved ?? lightConcurrency, lightConcurrency);
  return reserved === undefined ? availableParallelism() : Math.min(reserved, maxReservedHeavy);
};

const InvokeConfig = z.object({ FunctionName: z.string(), MaximumRetryAttempts: z.number().default(2) });

/** The number of retries of a failed asynchronous invocation. */
const retryAttemptsOf = (deployment: Deployment, { returns }: Resource): number =>
  deployment
    .ofType('AWS::Lambda::EventInvokeConfig')
    .map((resource) => resource.properties(InvokeConfig))
    .find(({ FunctionName }) => FunctionName === returns.Ref)?.MaximumRetryAttempts ?? 2;

const lambdaEnvironment = (name: string, { MemorySize, Handler, Runtime }: z.infer<typeof Properties>) => ({
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_EXECUTION_ENV: `AWS_Lambda_${Runtime}`,
  _HANDLER: Handler,
  PATH: process.env['PATH'] ?? '',
  TZ: 'UTC',
});

/** The AWS SDK's variables. They also keep it from reading the user's own AWS files. */
export const awsEnvironment = (
  { region, awsEndpoint }: { readonly region: string; readonly awsEndpoint: string },
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
): Record<string, string> => ({
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ENDPOINT_URL: awsEndpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  ...(sessionToken !== undefined && { AWS_SESSION_TOKEN: sessionToken }),
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
});

const requireIsolation = (dir: string): void => {
  for (let folder = dir; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) {
      throw new Error(
        `The assembly is below ${folder}, which has node_modules, where bundles would find packages. Set TMPDIR to another folder.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
};
