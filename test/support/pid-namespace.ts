import { spawnSync } from 'node:child_process';

const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const commands = [unshare, [...unshare, '--map-root-user']];

/** What makes the command behind it run in a PID namespace of its own, as in a container; undefined where nothing may. */
export const inPidNamespace = commands.find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

export const noNamespaces = 'unshare cannot make a PID namespace on this machine.';
