/** The last part of the path of an address, as it is written there: not every one can be decoded. */
export const nameIn = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { pathname, hostname } = new URL(url);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
};
