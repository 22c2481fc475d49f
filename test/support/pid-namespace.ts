import { spawnSync } from 'node:child_process';

const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const commands = [unshare, [...unshare, '--map-root-user']];

/** A command prefix that runs a command in its own PID namespace, like a container. Undefined if that is not allowed. */
export const inPidNamespace = commands.find(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

export const noNamespaces = 'unshare cannot make a PID namespace on this machine.';
