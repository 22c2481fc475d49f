const functionWords: ReadonlySet<string> = new Set(
  (
    'a an the and or but nor so yet of in on at to for from by with without into onto over under about after before between ' +
    'through during as than that which who whom whose when where while because if though although until unless since this ' +
    'these those it its he she they we you his her their our your my me him them us is are was were be been being has have ' +
    'had do does did would can could should might must shall not very just also then there here all some any each every both ' +
    'more most much many such what how why um uh'
  ).split(' '),
);

/** Whether a word is capitalized but never a name in English: "And", "It's", "Of,". */
export const isFunctionWord = (word: string): boolean => {
  const own = /^\p{Lu}\p{Ll}*(?=$|['’\p{P}])/u.exec(word)?.[0];
  return own !== undefined && functionWords.has(own.toLowerCase());
};
