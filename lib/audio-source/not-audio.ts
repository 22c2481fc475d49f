import { mimeEssence } from '#lib/uploads/audio-formats.ts';

/** More than enough for what may stand before the first tag or brace. */
export const tellingBytes = 512;

const structuredText = /^(?:text\/(?:html|xml)|application\/(?:json|xml)|[^/]+\/[^/]+\+(?:json|xml))$/;

/** Whether a Content-Type names a page, an error document or data: what servers send in place of a missing file. */
export const isPageType = (contentType: string): boolean => structuredText.test(mimeEssence(contentType));

const opening = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|\{\s*["}]|\[\s*["{[\]])/i;

/** Whether bytes begin as HTML, XML or JSON does; no audio format does. */
export const beginsAsPage = (head: Buffer): boolean =>
  opening.test(head.subarray(0, tellingBytes).toString('latin1'));
