/**
 * A local stack in a separate process, so that it can be killed. Its functions die at random AWS calls, while messages turn
 * this on. node bench/load/stack.ts DATA_DIR PORT SPEECH_DIR ALLOWED_ORIGINS
 */
import type { OnCall } from '#local/aws-endpoint/on-call.ts';
import { seeded } from '../../test/support/random.ts';
import { startService } from '../../test/support/local-service.ts';
import { jobsPerProject } from './jobs.ts';
import type { Faults, Started } from './lasting-stack.ts';

const [dataDir = '', port = '', speechDir = '', SAFE_FETCH_ALLOW = '[]'] = process.argv.slice(2);

/** The share of the workers' AWS calls at which the worker is killed. A job makes about fifty calls. */
const killShare = 0.002;
const workers = /fetchaudio|splitaudio|recognizechunk|finishjob/;

const random = seeded(Date.now());
let faults: Faults = { areOn: false, spared: '' };
process.on('message', (told: Faults) => (faults = told));

const onCall: OnCall = ({ functionName, subject }) => {
  const mayDie = faults.areOn && workers.test(functionName) && !subject.includes(faults.spared);
  if (!mayDie || !random.chance(killShare)) return undefined;
  process.send?.('killed');
  return 'kill';
};

const { stack, key, projectId } = await startService({
  dataDir,
  port: Number(port),
  speechDir,
  onCall,
  environment: { SAFE_FETCH_ALLOW },
  context: { limits: JSON.stringify({ unfinishedJobsPerProject: jobsPerProject }) },
});
const { baseUrl, awsEndpoint, operator, outputs } = stack;
const started: Started = { baseUrl, awsEndpoint, operator, outputs, key, projectId };
process.send?.(started);
process.on('disconnect', () => process.exit());
