/* Later names are in the texts of earlier ones: Edge calls itself Chrome, and Chrome Safari. */
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

/** What people call a browser by its User-Agent: "Firefox on Linux". */
export const browserName = (userAgent: string): string => {
  const browser = browsers.find(([part]) => userAgent.includes(part))?.[1];
  const system = systems.find(([part]) => userAgent.includes(part))?.[1];
  if (browser === undefined) return 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
};
