/** A path in a JSON value: object keys and array indexes. */
export type JsonPath = readonly (string | number)[];

/** The keys read so far in an open object. Undefined for an array. `step` is the current key or index. */
type Level = { readonly names: Set<string> | undefined; step: string | number };

/**
 * Finds the first key that occurs twice in one object, even if one is written with escapes. `JSON.parse` would silently
 * keep the last one. The text must be valid JSON. Takes linear time and does not recurse.
 */
export const duplicateKey = (json: string): JsonPath | undefined => {
  const levels: Level[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    const level = levels.at(-1);
    if (character === '{') levels.push({ names: new Set(), step: '' });
    else if (character === '[') levels.push({ names: undefined, step: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === ',' && typeof level?.step === 'number') level.step += 1;
    else if (character === '"') {
      const end = endOfString(json, at);
      const isTwice = level && isKey(json, end) && isKnown(level, parsedString(json.slice(at, end)));
      if (isTwice) return levels.map(({ step }) => step);
      at = end - 1;
    }
  }
  return undefined;
};

/** Records the next key of an object. Returns true if the object already has it. */
const isKnown = (level: Level, key: string): boolean => {
  level.step = key;
  const found = level.names?.has(key) ?? false;
  level.names?.add(key);
  return found;
};

/** The index after the closing quote of the string that begins at `start`. */
const endOfString = (json: string, start: number): number => {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at + 1;
};

/** In valid JSON only a key is followed by a colon. */
const isKey = (json: string, end: number): boolean => {
  let at = end;
  while (/\s/.test(json[at] ?? '')) at += 1;
  return json[at] === ':';
};

/** Parses only strings with escapes, for speed. */
const parsedString = (literal: string): string =>
  literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
