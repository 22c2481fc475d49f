/* A User-Agent also contains names of later entries: Edge calls itself Chrome, and Chrome calls itself Safari. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** The common name of a browser, from its User-Agent: "Firefox on Linux". */
export const browserName = (userAgent: string): string => {
  const browser = browsers.find(([part]) => userAgent.includes(part))?.[1];
  const system = systems.find(([part]) => userAgent.includes(part))?.[1];
  if (browser === undefined) return 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
};
