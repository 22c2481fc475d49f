import type { Origin } from '../support/https-origin.ts';
import type { PersistentCustomer } from '../support/persistent.ts';
import type { KillPoint } from './kill-points.ts';

type Source = {
  /** The field of the request. */
  readonly requestField: object;
  /** Resolves when the server gets the request, or at once for sources without one. */
  readonly requested: Promise<void>;
  /** Lets the server answer. */
  readonly answer: () => void;
};

const none = { requested: Promise.resolve(), answer: () => {} };

/** A part of every URL. After the end of the job, no item may contain it. */
export const urlSecret = 'signature-of-a-customer';

/** Creates the audio of a job: an upload, or a file on the customer's server. */
export const sourcesOn = (origin: Origin, files: Record<KillPoint['audio'], Blob>) => {
  const urlOf = (path: string): object => ({ audio_url: `${origin.url(path)}?s=${urlSecret}` });

  return async ({ source, audio }: KillPoint, customer: PersistentCustomer): Promise<Source> => {
    if (source === undefined)
      return { requestField: { upload_id: await customer.upload(files[audio]) }, ...none };
    if (source === 'missing url') return { requestField: urlOf('/missing.ogg'), ...none };
    const path = `/${crypto.randomUUID()}.ogg`;
    const bytes = Buffer.from(await files[audio].arrayBuffer());
    const requested = Promise.withResolvers<void>();
    const allowed = Promise.withResolvers<void>();
    origin.on(path, (_request, response) => {
      requested.resolve();
      void allowed.promise.then(() => response.end(bytes));
    });
    const requestField = urlOf(path);
    if (source === 'slow url') return { requestField, requested: requested.promise, answer: allowed.resolve };
    allowed.resolve();
    return { requestField, ...none };
  };
};
