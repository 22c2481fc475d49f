import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { operatorIdentity, type Credentials } from './access/identities.ts';
import { serveAws } from './aws-endpoint/serve.ts';
import { startBackends, type Backends } from './backends.ts';
import { openDataDir } from './data-dir.ts';
import { expireItems } from './dynamodb/expire-items.ts';
import { every, systemClock, type Clock } from './events/clock.ts';
import { notifier, startEvents } from './events/start.ts';
import { functionLog } from './function-log.ts';
import { deployFunctions, type Functions } from './lambda/deploy.ts';
import { awsEnvironment } from './lambda/from-template.ts';
import { enforceMemory } from './lambda/memory.ts';
import { httpApi } from './gateway/from-template.ts';
import { serveHttpApi } from './gateway/serve.ts';
import { listen, listenNear } from './ports.ts';
import { makeScratch } from './scratch.ts';
import { synthesize } from './synth.ts';
import { readAssembly } from './template/assembly.ts';
import type { Place } from './template/attributes.ts';
import { deploy, type Deployment } from './template/deployment.ts';

export type StackOptions = {
  /** Of the HTTP API; 0 takes any. The AWS endpoint takes the next one when that is free. */
  port: number;
  /** Where state is kept; undefined keeps it in memory. */
  dataDir: string | undefined;
  /** Receives what somebody at the terminal should see. */
  log: (line: string) => void;
  /** Stands in for the layer: the value of every SPEECH_DIR in the template. */
  speechDir: string;
  /** Context of the CDK app, when it is synthesized here. */
  context?: Record<string, string>;
  /** An assembly synthesized before, outside the project. */
  assemblyDir?: string;
  clock?: Clock;
};

export type RunningStack = {
  baseUrl: string;
  awsEndpoint: string;
  /** Keys that may do everything. */
  operator: Credentials;
  /** Environment for a program that uses the AWS SDK as the operator. */
  operatorEnvironment: Record<string, string>;
  /** By stack and output name. */
  outputs: Record<string, Record<string, string>>;
  /** Invokes the one function whose logical id contains `logicalIdPart`; its result, or its error thrown. */
  invoke: (logicalIdPart: string, event: object) => Promise<unknown>;
  /** Kills the functions' processes, as a crash would; the next events start new ones. */
  killFunctions: () => void;
  stop: () => Promise<void>;
};

type Stop = () => void | Promise<void>;

/** Boots what the CDK app describes: its resources, functions, routes and events. */
export const startStack = async (options: StackOptions): Promise<RunningStack> => {
  const stops: Stop[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).toReversed()) await one();
  };
  try {
    return { ...(await boot(options, (one) => stops.push(one))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const boot = async (
  options: StackOptions,
  onStop: (stop: Stop) => void,
): Promise<Omit<RunningStack, 'stop'>> => {
  const { dataDir, log, speechDir, clock = systemClock } = options;
  const gateway = await listen(options.port, { maxHeaderSize: 10_240 });
  onStop(gateway.close);
  const endpoint = await listenNear(options.port === 0 ? 0 : gateway.port + 1);
  onStop(endpoint.close);
  const data = dataDir === undefined ? undefined : openDataDir(dataDir);
  onStop(() => data?.unlock());
  const secret = data?.secret ?? randomBytes(32).toString('hex');
  const { dir: scratchDir, remove } = makeScratch();
  onStop(remove);

  const place = { region, accountId, awsEndpoint: endpoint.url, apiEndpoint: gateway.url };
  const deployment = await deployAssembly(options, scratchDir, place);
  const functions = deployFunctions(deployment, {
    secret,
    speechDir,
    scratchDir,
    log: functionLog(dataDir, log),
  });
  onStop(functions.stop);
  const operator = operatorIdentity(secret, accountId);
  const identities = new Map(
    [operator, ...functions.identities].map((identity) => [identity.credentials.accessKeyId, identity]),
  );
  const events = { deployment, functions, clock, log };
  const { now } = clock;
  const onObjectCreated = notifier(events);
  const backends = await startBackends({
    deployment,
    identities,
    dataDir,
    scratchDir,
    now,
    onObjectCreated,
    onStop,
  });
  endpoint.serve(
    serveAws({
      place,
      identities,
      now,
      s3: backends.s3,
      dynamodb: backends.dynamodb.serve,
      sqs: backends.sqs.serve,
    }),
  );
  gateway.serve(serveHttpApi(httpApi(deployment), { poolOf: functions.poolOf, now }));
  onStop(startEvents(events, backends.sqs.call));
  onStop(startHousekeeping({ backends, functions, clock, log }));
  return {
    baseUrl: gateway.url,
    awsEndpoint: endpoint.url,
    operator: operator.credentials,
    operatorEnvironment: awsEnvironment(place, operator.credentials),
    outputs: deployment.outputs,
    invoke: (logicalIdPart, event) => invokeByLogicalId(deployment, functions, { logicalIdPart, event }),
    killFunctions: () => functions.pools.forEach((pool) => pool.kill()),
  };
};

const region = 'us-east-1';
const accountId = '000000000000';

const deployAssembly = async (
  { assemblyDir, context }: StackOptions,
  scratchDir: string,
  place: Place,
): Promise<Deployment> => {
  const dir = assemblyDir ?? join(scratchDir, 'assembly');
  if (assemblyDir === undefined) await synthesize(dir, context);
  return deploy(readAssembly(dir), place);
};

type Housekeeping = { backends: Backends; functions: Functions; clock: Clock; log: (line: string) => void };

const startHousekeeping = ({ backends, functions, clock, log }: Housekeeping): (() => void) => {
  const report = (error: unknown) => log(`Housekeeping failed: ${String(error)}`);
  const sweep = async () => {
    await expireItems(backends.tables, backends.dynamodb.call, clock.now());
    await backends.s3.sweepLifecycle();
  };
  const stops = [
    every(clock, 60_000, () => void sweep().catch(report)),
    every(clock, 1000, () => void enforceMemory(functions.pools).catch(report)),
  ];
  return () => stops.forEach((stop) => stop());
};

const invokeByLogicalId = async (
  deployment: Deployment,
  functions: Functions,
  { logicalIdPart, event }: { logicalIdPart: string; event: object },
): Promise<unknown> => {
  const found = deployment
    .ofType('AWS::Lambda::Function')
    .filter(({ logicalId }) => logicalId.includes(logicalIdPart));
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} functions are called ${logicalIdPart}.`);
  const outcome = await functions.poolOf(only.name).invoke(JSON.stringify(event));
  if ('error' in outcome) throw new Error(outcome.error);
  return JSON.parse(outcome.result);
};
