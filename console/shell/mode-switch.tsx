import { hashInMode, type ProjectRoute } from '../route.ts';

const modes = [
  ['live', 'Live'],
  ['test', 'Test'],
] as const;

/** Links to the same page in the other mode. */
export const ModeSwitch = ({ route }: { route: ProjectRoute }) => (
  <nav class="modes" aria-label="Mode">
    {modes.map(([mode, label]) => (
      <a
        key={mode}
        href={hashInMode(route, mode)}
        class={mode}
        aria-current={mode === route.mode ? 'true' : undefined}
      >
        {label}
      </a>
    ))}
  </nav>
);
