/** The longest name of a file that the service accepts. */
const maxCharacters = 255;

/** The last part of the path of a URL, or the end of it. It is not decoded, because not every part can be. */
export const nameIn = (url: string): string => {
  if (!URL.canParse(url)) return url.slice(-maxCharacters);
  const { pathname, hostname } = new URL(url);
  return (pathname.split('/').findLast((part) => part !== '') ?? hostname).slice(-maxCharacters);
};
