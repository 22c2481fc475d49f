import { join } from 'node:path';
import { byAccessKey, operatorIdentity, type Credentials } from './access/identities.ts';
import type { FunctionCall, OnCall } from './aws-endpoint/on-call.ts';
import { serveAws } from './aws-endpoint/serve.ts';
import { startBackends } from './backends.ts';
import { openDataDir } from './data-dir.ts';
import { distributionOf } from './cloudfront/from-template.ts';
import { serveDistribution } from './cloudfront/serve.ts';
import { systemClock, type Clock } from './events/clock.ts';
import { asyncInvoker } from './events/invoke-async.ts';
import { notifier, startEvents } from './events/start.ts';
import { functionLog } from './function-log.ts';
import { deployFunctions } from './lambda/deploy.ts';
import { createKms } from './kms/keys.ts';
import { awsEnvironment } from './lambda/from-template.ts';
import { lambdaService } from './lambda/service.ts';
import { startHousekeeping } from './housekeeping.ts';
import { httpApi } from './gateway/from-template.ts';
import { serveHttpApi } from './gateway/serve.ts';
import { sesService } from './ses/service.ts';
import { serveIdentity } from './identity/serve.ts';
import { preparePayments } from './payments/start.ts';
import { listen, listenNear } from './ports.ts';
import { makeScratch } from './scratch.ts';
import { generatedSecrets } from './secrets/generated.ts';
import { serveSecrets } from './secrets/serve.ts';
import { synthesize } from './synth.ts';
import { readAssembly } from './template/assembly.ts';
import { deploy } from './template/deployment.ts';
import type { OnMessage } from './websocket/fates.ts';
import { webSocketApi } from './websocket/from-template.ts';
import { hostWebSocketApi } from './websocket/host.ts';

export type StackOptions = {
  /** Port of the HTTP API, or 0 for any. The AWS endpoint uses the next port if it is free. */
  readonly port: number;
  /** Folder for all state. If undefined, state is in memory. */
  readonly dataDir: string | undefined;
  /** Shows a line in the terminal. */
  readonly log: (line: string) => void;
  /** Replaces the layer: the value of every SPEECH_DIR in the template. */
  readonly speechDir: string;
  /** Extra environment of functions. SAFE_FETCH_ALLOW only works on a laptop. */
  readonly environment?: Record<string, string>;
  /** CDK context, if the app is synthesized here. */
  readonly context?: Record<string, string>;
  /** An existing assembly, outside the project. */
  readonly assemblyDir?: string;
  readonly clock?: Clock;
  /** Called with the email address of each person who signs in, before the console opens. */
  readonly onSignIn?: (email: string) => Promise<void>;
  /** Called once if the functions' files were deleted, so that the stack cannot continue. */
  readonly onLost?: (reason: string) => void;
  /** Only for fault tests: kills a function's process before or after one of its AWS calls. */
  readonly onCall?: OnCall;
  /** Only for fault tests: delays, duplicates or drops WebSocket messages, and breaks connections. */
  readonly onMessage?: OnMessage;
};

export type RunningStack = {
  readonly baseUrl: string;
  readonly awsEndpoint: string;
  /** Credentials with all rights. */
  readonly operator: Credentials;
  /** Environment for a program that uses the AWS SDK as the operator. */
  readonly operatorEnvironment: Record<string, string>;
  /** The outputs by stack and output name. */
  readonly outputs: Record<string, Record<string, string>>;
  /**
   * The credentials of the only function whose logical id contains `logicalIdPart`. An attacker in that function would have
   * them.
   */
  readonly credentialsOf: (logicalIdPart: string) => Credentials;
  /** Invokes the only function whose logical id contains `logicalIdPart`. Returns its result or throws its error. */
  readonly invoke: (logicalIdPart: string, event: object) => Promise<unknown>;
  /** Kills the functions' processes like a crash. The next events start new ones. */
  readonly killFunctions: () => void;
  readonly stop: () => Promise<void>;
};

type Stop = () => void | Promise<void>;

/** Starts the CDK app on this machine: its resources, functions, routes and events. */
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
  const { dataDir, log, speechDir, clock = systemClock, environment = {}, onLost = log } = options;
  const { onCall, onMessage } = options;
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
    region,
    accountId,
    awsEndpoint: endpoint.url,
    apiEndpoint: gateway.url,
    identityEndpoint: identity.url,
  };
  const assemblyDir = options.assemblyDir ?? join(scratchDir, 'assembly');
  if (options.assemblyDir === undefined) await synthesize(assemblyDir, options.context);
  const deployment = deploy(readAssembly(assemblyDir), place);
  const payments = await preparePayments(deployment, `${gateway.url}/api/platform/v1/billing/events`, onStop);
  const functionEnvironment = { ...environment, ...(payments && { STRIPE_API_URL: payments.url }) };
  const logOf = functionLog(dataDir, log);
  const compiledDir = join(assemblyDir, 'compiled');
  const functionsDeps = {
    secret,
    speechDir,
    scratchDir,
    compiledDir,
    environment: functionEnvironment,
    log: logOf,
  };
  const functions = deployFunctions(deployment, functionsDeps);
  const operator = operatorIdentity(secret, accountId);
  const identities = byAccessKey([operator, ...functions.identities]);
  const { now } = clock;
  const events = { deployment, functions, clock, log, invoke: asyncInvoker(clock, log) };
  const storage = { secret, dataDir, scratchDir, onStop };
  const backendOptions = { deployment, identities, now, onObjectCreated: notifier(events), ...storage };
  const [backends] = await Promise.all([startBackends(backendOptions), payments?.start()]);
  onStop(functions.stop);
  const interrupt =
    onCall && ((call: FunctionCall) => onCall(call) === 'kill' && functions.killWorker(call.worker));
  const generated = generatedSecrets(deployment, secret);
  const secrets = serveSecrets((arn) => payments?.secrets.get(arn) ?? generated.get(arn));
  const kms = createKms(deployment, secret);
  const onFailure = (cause: string) => logOf('gateway', cause, true);
  const { poolOf } = functions;
  const webSockets = webSocketApi(deployment);
  const host = webSockets && hostWebSocketApi(webSockets, { poolOf, clock, onFailure, onMessage });
  const rest = {
    lambda: lambdaService(events),
    ses: sesService({ place, dir: join(dataDir ?? scratchDir, 'outbox'), log }),
    ...(host && { 'execute-api': host.connections }),
  };
  endpoint.serve(serveAws({ place, identities, now, onCall: interrupt, secrets, kms, rest, ...backends }));
  const api = serveHttpApi(httpApi(deployment), { poolOf, now, onFailure });
  const distribution = distributionOf(deployment);
  gateway.serve(distribution ? serveDistribution(distribution, api) : api, host?.upgrade);
  identity.serve(serveIdentity(deployment, { secret, dataDir, log, onSignIn: options.onSignIn }));
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
