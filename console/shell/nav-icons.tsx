const shapes = {
  playground: 'M2 8h2M5.5 4v8M8.5 2v12M11.5 5v6M14 7v2',
  jobs: 'M3 4h10M3 8h10M3 12h6',
  live: 'M8 2v7M5.5 4v3a2.5 2.5 0 0 0 5 0V4a2.5 2.5 0 0 0-5 0M3 8a5 5 0 0 0 10 0M8 13v2',
  keys: 'M10 6a3 3 0 1 1-1-2.2A3 3 0 0 1 10 6L14 10v3M12 8l-1.5 1.5',
  webhooks: 'M2 8h8M7 4.5 10.5 8 7 11.5M13.5 3v10',
  usage: 'M2.5 13.5h11M4 11V8M8 11V3M12 11V6',
  members:
    'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5M2 13c0-2.2 1.8-3.5 4-3.5s4 1.3 4 3.5M10.5 3.4a2.2 2.2 0 0 1 0 4M11.5 9.8c1.5.4 2.5 1.5 2.5 3.2',
  settings: 'M2 5h7M12 5h2M2 11h2M7 11h7M10.5 3.25v3.5M5.5 9.25v3.5',
  billing: 'M2 4.5h12v8H2zM2 7.5h12M4.5 10.5h3',
};

export type Tab = keyof typeof shapes;

/** The icon of a tab. The name of the tab is beside it. */
export const NavIcon = ({ tab }: { tab: Tab }) => (
  <svg
    class="nav-icon"
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width="1.4"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={shapes[tab]} />
  </svg>
);
