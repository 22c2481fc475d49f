import { setImmediate } from 'node:timers/promises';
import type { Ask } from './ask-event.ts';
import type { Customer, FunctionWorld } from './function-world.ts';

/** Sends recordings as forms to the route of OpenAI's clients, which wait for the text. */
export const audioForms = ({ world, customer }: { world: FunctionWorld; customer: Customer }) => {
  let made = 0;
  return {
    /** A recording that no other test sends. */
    recording: (): File => new File([`audio ${(made += 1)}`], 'call.mp3', { type: 'audio/mpeg' }),
    /** The id of the newest job. */
    queued: (): string => world.sent.split.at(-1)?.id ?? '',
    /** Sends a form. A worker does this with the queued job during the request. */
    send: (body: object, work: () => Promise<unknown>, more: Partial<Ask> = {}) =>
      world.callWith({ sleep: () => work().then(() => setImmediate()) })('POST /v1/audio/transcriptions', {
        as: customer.live,
        body,
        ...more,
      }),
  };
};
