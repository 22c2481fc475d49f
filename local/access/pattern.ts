/** IAM patterns: `*` matches any text, `?` one character, `${*}` and `${?}` the characters themselves. */
export const matchesPattern = (pattern: string, value: string): boolean => toRegExp(pattern).test(value);

/** Like `matchesPattern`, but for each of the six parts of an ARN, so a `*` does not match across a colon. */
export const matchesArn = (pattern: string, arn: string): boolean => {
  const wanted = partsOf(pattern);
  const parts = partsOf(arn);
  return wanted.length === parts.length && wanted.every((part, at) => matchesPattern(part, parts[at] ?? ''));
};

const partsOf = (arn: string): string[] => {
  const [partition = '', service = '', region = '', account = '', ...resource] = arn.split(':').slice(1);
  return [partition, service, region, account, resource.join(':')];
};

const cached = new Map<string, RegExp>();

const toRegExp = (pattern: string): RegExp => {
  const known = cached.get(pattern);
  if (known) return known;
  const source = pattern.replaceAll(/\$\{[*?$]\}|[\\^$.*+?()[\]{}|]/g, (token) => {
    if (token.length > 1) return `\\${token.charAt(2)}`;
    if (token === '*') return '[^]*';
    return token === '?' ? '[^]' : `\\${token}`;
  });
  const made = new RegExp(`^${source}$`, 'u');
  cached.set(pattern, made);
  return made;
};
