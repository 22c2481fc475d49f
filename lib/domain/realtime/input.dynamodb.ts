import * as z from 'zod';
import { assigning, type Item, type Table } from '#lib/platform/aws/table.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';
import { packSamples, unpackSamples } from '#lib/speech/live/pack-samples.ts';
import { SessionEvent } from './events.ts';
import { arrivalKey, eventKey, frameKey, markKey } from './session-item.ts';
import type { SessionRef } from './session.ts';
import type { Frame, Mark, SessionRepository } from './session-repository.ts';
import { frameKeptMs } from './timing.ts';

type Inputs = Pick<
  SessionRepository,
  'reserve' | 'putFrame' | 'putMark' | 'readInput' | 'readEvents' | 'eraseText'
>;

// Of usual frames, below the megabyte of a page.
const framesPerRead = 100;
const marksPerRead = 100;
const eventsPerRead = 200;

const FrameItem = z
  .object({ sk: z.string(), endOffset: z.int(), data: z.instanceof(Uint8Array).optional() })
  .transform(({ sk, endOffset, data: packed }): Frame => ({
    offset: Number(sk.slice('frame/'.length)),
    endOffset,
    // Frames after a gap are read again and again, and unpacked once.
    get data() {
      return packed ? unpackSamples(packed) : null;
    },
  }));

const MarkItem = z
  .object({ sk: z.string(), kind: z.enum(['finalize', 'finish']) })
  .transform(({ sk, kind }): Mark => ({ offset: Number(sk.split('/')[1]), kind }));

const Arrived = z.object({ bytes: z.int() });

/** The attributes that delete an item of the input in time. */
export const inputTtl = (now: Date) => ({ ttl: ttlAt(later(now, frameKeptMs)) });

/** Audio, marks and events of sessions in the DynamoDB table. */
export const dynamoInput = (table: Table): Inputs => {
  /** Items from a key to the end of its kind, in the order of their numbers. */
  const readFrom = async (
    { pk, sk }: { readonly pk: string; readonly sk: string },
    limit: number,
  ): Promise<readonly Item[]> => {
    const { items } = await table.query({
      where: 'pk = :pk AND sk BETWEEN :from AND :to',
      values: { ':pk': pk, ':from': sk, ':to': `${sk.split('/')[0]}/~` },
      limit,
    });
    return items;
  };

  const put = async (ref: SessionRef, mark: Mark, now: Date): Promise<void> => {
    const key = markKey(ref, mark.offset, mark.kind);
    await table.putNew({ ...key, kind: mark.kind, ...inputTtl(now) });
  };

  return {
    reserve: async (ref, bytes) => {
      const outcome = await table.update({
        key: arrivalKey(ref),
        set: 'ADD #bytes :bytes',
        names: { '#bytes': 'bytes' },
        values: { ':bytes': bytes },
      });
      return Arrived.parse(outcome.item).bytes - bytes;
    },

    putFrame: async (ref, { offset, endOffset, data }, now) => {
      // Writes are charged by the KB, and are the largest part of what a session costs.
      const packed = data && packSamples(data);
      await table.putNew({ ...frameKey(ref, offset), endOffset, data: packed, ...inputTtl(now) });
    },

    putMark: put,

    readInput: async (ref, { afterFrame, fromMark }) => {
      const [frames, marks] = await Promise.all([
        readFrom(frameKey(ref, afterFrame + 1), framesPerRead),
        readFrom(markKey(ref, fromMark, ''), marksPerRead),
      ]);
      const found = marks.map((item) => MarkItem.parse(item));
      return {
        frames: frames.map((item) => FrameItem.parse(item)),
        marks: found,
        nextMark: found.length < marksPerRead ? null : (found.at(-1)?.offset ?? null),
      };
    },

    readEvents: async (ref, after) => {
      const items = await readFrom(eventKey(ref, after + 1), eventsPerRead);
      return items.map((item) => SessionEvent.parse(item));
    },

    eraseText: async (ref, event) => {
      const { set, names, values } = assigning(
        event.type === 'translation.final'
          ? { text: '' }
          : { segment: { ...event.segment, text: '', translatedText: null, words: [] } },
      );
      await table.update({
        key: eventKey(ref, event.id),
        ...{ set, where: 'attribute_exists(pk)', names, values },
      });
    },
  };
};
