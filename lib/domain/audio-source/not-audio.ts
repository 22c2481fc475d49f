import { mimeEssence } from '#lib/domain/uploads/audio-formats.ts';

const structuredText = /^(?:text\/(?:html|xml)|application\/(?:json|xml)|[^/]+\/[^/]+\+(?:json|xml))$/;

/** Whether a Content-Type is a page, an error document or data, which servers send in place of a missing file. */
export const isPageType = (contentType: string): boolean => structuredText.test(mimeEssence(contentType));

const opening = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<[!?a-z]|\{\s*["}]|\[\s*["{[\]])/i;

/** Whether bytes begin like HTML, XML or JSON; no audio format does. */
export const beginsAsPage = (head: Buffer): boolean => opening.test(head.toString('latin1'));
