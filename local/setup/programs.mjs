// @ts-check

/** @typedef {'ffmpeg' | 'ps' | 'mvn'} Program */
/** @typedef {{ has: (program: string) => boolean, isAdministrator: () => boolean, isRoot: boolean }} Installer */

/** The usual package managers, in order of preference, with their names for the programs. */
const managers = [
  {
    program: 'apt-get',
    needsRoot: true,
    refresh: [['apt-get', 'update', '-qq']],
    // A new machine may still be updating itself.
    install: ['apt-get', 'install', '-o', 'DPkg::Lock::Timeout=600', '-y', '-qq', '--no-install-recommends'],
    packages: { ffmpeg: 'ffmpeg', ps: 'procps', mvn: 'maven' },
  },
  {
    program: 'dnf',
    needsRoot: true,
    refresh: [],
    install: ['dnf', 'install', '-y', '-q'],
    packages: { ffmpeg: 'ffmpeg-free', ps: 'procps-ng', mvn: 'maven' },
  },
  {
    program: 'brew',
    needsRoot: false,
    refresh: [],
    install: ['brew', 'install'],
    packages: { ffmpeg: 'ffmpeg', ps: 'procps', mvn: 'maven' },
  },
];

const withoutRights =
  ' Any ffmpeg in a folder of your PATH will do, too: local/README.md says how to get one from npm.';

const names = { ffmpeg: 'ffmpeg', ps: 'ps', mvn: 'Maven, which brings Java' };

/** @param {Program[]} programs */
export const programNames = (programs) => programs.map((program) => names[program]).join(' and ');

/**
 * @param {Pick<Installer, 'has'>} machine
 * @param {Program[]} programs
 */
export const missingPrograms = ({ has }, programs) => programs.filter((program) => !has(program));

/**
 * The commands that install the programs, or a hint for people if none may be run.
 * @param {Installer} machine
 * @param {Program[]} programs
 * @returns {{ commands: string[][] } | { hint: string }}
 */
export const offer = ({ has, isAdministrator, isRoot }, programs) => {
  if (programs.length === 0) return { commands: [] };
  const present = managers.filter(({ program }) => has(program));
  const usable = present.find(({ needsRoot }) => !needsRoot || isAdministrator());
  if (usable) {
    const sudo = usable.needsRoot && !isRoot ? ['sudo', '-n'] : [];
    const install = [...usable.install, ...programs.map((program) => usable.packages[program])];
    return { commands: [...usable.refresh, install].map((command) => [...sudo, ...command]) };
  }
  const [manager = managers.at(-1)] = present;
  const packages = programs.map((program) => manager?.packages[program]);
  const command = [manager?.needsRoot && 'sudo', manager?.program, 'install', ...packages].filter(Boolean);
  return {
    hint: `This machine lacks ${programNames(programs)}, and this user may not install programs. Run \`${command.join(' ')}\` or the like, or ask somebody who may.${programs.includes('ffmpeg') ? withoutRights : ''} Then repeat this command. Nothing was installed yet.`,
  };
};
