const opening = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|\{\s*["}]|\[\s*["{[\]])/i;

/** Whether bytes begin like HTML, XML or JSON; no audio format does. */
export const beginsAsPage = (head: Buffer): boolean => opening.test(head.toString('latin1'));
