import { roleIdentity, type Credentials, type Identity } from '../access/identities.ts';
import { statementsOf } from '../access/role.ts';
import type { Deployment } from '../template/deployment.ts';
import { deployedFunctions, specOf } from './from-template.ts';
import { createPool, type FunctionPool } from './pool.ts';
import { startWorker, type WorkerDeps } from './worker.ts';

export type Functions = {
  readonly pools: readonly FunctionPool[];
  readonly identities: readonly Identity[];
  readonly poolOf: (functionName: string) => FunctionPool;
  readonly identityOf: (functionName: string) => Identity;
  /** The credentials of the only function whose logical id contains the text. */
  readonly credentialsOf: (logicalIdPart: string) => Credentials;
  /** Invokes the only function whose logical id contains the text. Returns its result or throws its error. */
  readonly invoke: (logicalIdPart: string, event: object) => Promise<unknown>;
  /** Kills the process with this id. Returns false if it is not busy. */
  readonly killWorker: (id: string) => boolean;
  /** Stops all processes. Resolves when they have ended and their output is complete. */
  readonly stop: () => Promise<void>;
};

type FunctionsDeps = WorkerDeps & {
  readonly secret: string;
  readonly speechDir: string;
  readonly environment: Record<string, string>;
};

/** Makes every function of the template invocable. Each has the credentials of its own role. */
export const deployFunctions = (deployment: Deployment, deps: FunctionsDeps): Functions => {
  const poolDeps: Parameters<typeof createPool>[1] = {
    start: (spec) => startWorker(spec, deps),
    onFailure: (spec, error) => deps.log(spec.name, error, true),
  };
  const deployed = new Map(
    deployedFunctions(deployment).map((fn) => {
      const role = deployment.find('AWS::IAM::Role', fn.properties.Role);
      const arn = `arn:aws:sts::${deployment.place.accountId}:assumed-role/${role.name}/${fn.resource.name}`;
      const functionArn = fn.resource.returns['Arn'] ?? '';
      const identity = roleIdentity(deps.secret, { arn, functionArn }, statementsOf(deployment, role));
      const { credentials } = identity;
      const { speechDir, environment } = deps;
      const spec = specOf(fn, { deployment, credentials, speechDir, environment });
      return [spec.name, { identity, pool: createPool(spec, poolDeps) }] as const;
    }),
  );
  const find = (name: string) => {
    const found = deployed.get(name);
    if (!found) throw new Error(`Function ${name} cannot run here, because it has no bundle for Node.js.`);
    return found;
  };
  const nameOf = (logicalIdPart: string): string => {
    const [name, ...others] = deployment
      .ofType('AWS::Lambda::Function')
      .filter(({ logicalId }) => logicalId.includes(logicalIdPart))
      .map((resource) => resource.name);
    if (name !== undefined && others.length === 0) return name;
    throw new Error(
      `${name === undefined ? 0 : 1 + others.length} functions have ${logicalIdPart} in their logical id.`,
    );
  };
  const pools = [...deployed.values()].map(({ pool }) => pool);
  return {
    pools,
    identities: [...deployed.values()].map(({ identity }) => identity),
    poolOf: (name) => find(name).pool,
    identityOf: (name) => find(name).identity,
    credentialsOf: (logicalIdPart) => find(nameOf(logicalIdPart)).identity.credentials,
    invoke: async (logicalIdPart, event) => {
      const outcome = await find(nameOf(logicalIdPart)).pool.invoke(JSON.stringify(event));
      if ('error' in outcome) throw new Error(outcome.error);
      return JSON.parse(outcome.result);
    },
    killWorker: (id) => {
      const worker = pools.flatMap(({ busyWorkers }) => busyWorkers()).find((one) => one.id === id);
      worker?.kill();
      return worker !== undefined;
    },
    stop: async () => void (await Promise.all(pools.map((pool) => pool.stop()))),
  };
};
