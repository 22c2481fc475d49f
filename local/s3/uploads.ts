import type { Draft } from './drafts.ts';

export type Upload = {
  readonly bucket: string;
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly parts: Map<number, Draft>;
};

/** Unfinished multipart uploads by id. They and their parts do not survive a restart. */
export type Uploads = Map<string, Upload>;
