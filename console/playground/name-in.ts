/** The last part of the path of a URL. It is not decoded, because not every part can be. */
export const nameIn = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const { pathname, hostname } = new URL(url);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
};
