const opening = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|\{\s*["}]|\[\s*["{[\]])/i;

/** Whether bytes begin like HTML, XML or JSON. No audio format begins like that. */
export const beginsAsPage = (head: Buffer): boolean => opening.test(head.toString('latin1'));
