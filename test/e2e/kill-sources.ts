import type { Origin } from '../support/https-origin.ts';
import type { PersistentCustomer } from '../support/persistent.ts';
import type { KillPoint } from './kill-points.ts';

type Source = {
  /** The field of the request that names it. */
  readonly named: object;
  /** Resolves when somebody asks the server for it, at once where nobody will. */
  readonly asked: Promise<void>;
  /** Lets the server answer. */
  readonly answer: () => void;
};

const none = { asked: Promise.resolve(), answer: () => {} };

/** What stands in every URL and may stand nowhere once its job has ended. */
export const urlSecret = 'signature-of-a-customer';

/** Gives the job of a point its audio: an upload, or a file on a server of the customer. */
export const sourcesOn = (origin: Origin, files: Record<KillPoint['audio'], Blob>) => {
  const urlOf = (path: string): object => ({ audio_url: `${origin.url(path)}?s=${urlSecret}` });

  return async ({ source, audio }: KillPoint, customer: PersistentCustomer): Promise<Source> => {
    if (source === undefined) return { named: { upload_id: await customer.upload(files[audio]) }, ...none };
    if (source === 'missing url') return { named: urlOf('/missing.ogg'), ...none };
    const path = `/${crypto.randomUUID()}.ogg`;
    const bytes = Buffer.from(await files[audio].arrayBuffer());
    const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    origin.on(path, (_request, response) => {
      asked.resolve();
      void allowed.promise.then(() => response.end(bytes));
    });
    const named = urlOf(path);
    if (source === 'slow url') return { named, asked: asked.promise, answer: allowed.resolve };
    allowed.resolve();
    return { named, ...none };
  };
};
