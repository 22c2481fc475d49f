import { join } from 'node:path';
import { byAccessKey, operatorIdentity, type Credentials } from './access/identities.ts';
import type { FunctionCall, OnCall } from './aws-endpoint/on-call.ts';
import { serveAws } from './aws-endpoint/serve.ts';
import { startBackends } from './backends.ts';
import { openDataDir } from './data-dir.ts';
import { distributionOf } from './cloudfront/from-template.ts';
import { serveDistribution } from './cloudfront/serve.ts';
import { systemClock, type Clock } from './events/clock.ts';
import { notifier, startEvents } from './events/start.ts';
import { functionLog } from './function-log.ts';
import { deployFunctions } from './lambda/deploy.ts';
import { createKms } from './kms/keys.ts';
import { awsEnvironment } from './lambda/from-template.ts';
import { startHousekeeping } from './housekeeping.ts';
import { httpApi } from './gateway/from-template.ts';
import { serveHttpApi } from './gateway/serve.ts';
import { serveIdentity } from './identity/serve.ts';
import { placePayments } from './payments/start.ts';
import { listen, listenNear } from './ports.ts';
import { makeScratch } from './scratch.ts';
import { generatedSecrets } from './secrets/generated.ts';
import { serveSecrets } from './secrets/serve.ts';
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
  /** What only the laptop tells its functions: SAFE_FETCH_ALLOW, which real Lambda refuses. */
  environment?: Record<string, string>;
  /** Context of the CDK app, when it is synthesized here. */
  context?: Record<string, string>;
  /** An assembly synthesized before, outside the project. */
  assemblyDir?: string;
  clock?: Clock;
  /** Is told once when the stack cannot go on: the files that its functions are started from are gone. */
  onLost?: (reason: string) => void;
  /** For fault tests only: kills a function's process before or after one of its calls of AWS. */
  onCall?: OnCall;
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
  /** The keys of the one function whose logical id contains `logicalIdPart`: what somebody has who broke into it. */
  credentialsOf: (logicalIdPart: string) => Credentials;
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

const region = 'us-east-1';
const accountId = '000000000000';

const boot = async (
  options: StackOptions,
  onStop: (stop: Stop) => void,
): Promise<Omit<RunningStack, 'stop'>> => {
  const { dataDir, log, speechDir, clock = systemClock, onCall, environment = {}, onLost = log } = options;
  const gateway = await listen(options.port, { maxHeaderSize: 10_240 });
  onStop(gateway.close);
  const endpoint = await listenNear(options.port === 0 ? 0 : gateway.port + 1);
  onStop(endpoint.close);
  const identity = await listenNear(options.port === 0 ? 0 : endpoint.port + 1);
  onStop(identity.close);
  const { secret, unlock } = openDataDir(dataDir);
  onStop(unlock);
  const { dir: scratchDir, remove } = makeScratch();
  onStop(remove);

  const place = {
    ...{ region, accountId, awsEndpoint: endpoint.url, apiEndpoint: gateway.url },
    identityEndpoint: identity.url,
  };
  const deployment = await deployAssembly(options, scratchDir, place);
  const payments = await placePayments(deployment, `${gateway.url}/api/platform/v1/billing/events`);
  const told = { ...environment, ...(payments && { STRIPE_API_URL: payments.url }) };
  const logOf = functionLog(dataDir, log);
  const functionsDeps = { secret, speechDir, scratchDir, environment: told, log: logOf };
  const functions = deployFunctions(deployment, functionsDeps);
  const operator = operatorIdentity(secret, accountId);
  const identities = byAccessKey([operator, ...functions.identities]);
  const { now } = clock;
  const events = { deployment, functions, clock, log };
  const storage = { secret, dataDir, scratchDir, onStop };
  const backendOptions = { deployment, identities, now, onObjectCreated: notifier(events), ...storage };
  const [backends, stopPayments] = await Promise.all([startBackends(backendOptions), payments?.start()]);
  if (stopPayments) onStop(stopPayments);
  onStop(functions.stop);
  const interrupt =
    onCall && ((call: FunctionCall) => onCall(call) === 'kill' && functions.killWorker(call.worker));
  const generated = generatedSecrets(deployment, secret);
  const secrets = serveSecrets((arn) => payments?.secrets.get(arn) ?? generated.get(arn));
  const kms = createKms(deployment, secret);
  endpoint.serve(serveAws({ place, identities, now, onCall: interrupt, secrets, kms, ...backends }));
  const onFailure = (cause: string) => logOf('gateway', cause, true);
  const api = serveHttpApi(httpApi(deployment), { poolOf: functions.poolOf, now, onFailure });
  const distribution = distributionOf(deployment);
  gateway.serve(distribution ? serveDistribution(distribution, api) : api);
  identity.serve(serveIdentity(deployment, { secret, dataDir, log }));
  onStop(startEvents(events, backends.sqs.call));
  onStop(startHousekeeping({ backends, functions, scratchDir, clock, log, onLost }));
  return {
    baseUrl: gateway.url,
    awsEndpoint: endpoint.url,
    operator: operator.credentials,
    operatorEnvironment: awsEnvironment(place, operator.credentials),
    outputs: deployment.outputs,
    credentialsOf: functions.credentialsOf,
    invoke: functions.invoke,
    killFunctions: () => functions.pools.forEach((pool) => pool.kill()),
  };
};

const deployAssembly = async (
  { assemblyDir, context }: StackOptions,
  scratchDir: string,
  place: Place,
): Promise<Deployment> => {
  const dir = assemblyDir ?? join(scratchDir, 'assembly');
  if (assemblyDir === undefined) await synthesize(dir, context);
  return deploy(readAssembly(dir), place);
};
