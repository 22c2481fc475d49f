import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { assigning, type Item, type Key, type Table } from '#lib/platform/aws/table.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';
import { packSamples, unpackSamples } from '#lib/speech/live/pack-samples.ts';
import { SessionEvent } from './events.ts';
import { arrivalKey, eventKey, frameKey, isMarkKey, markKey, offsetOf } from './session-item.ts';
import type { SessionRef } from './session.ts';
import type { Frame, Mark, SessionRepository } from './session-repository.ts';
import { frameKeptMs } from './timing.ts';

type Inputs = Pick<
  SessionRepository,
  'reserve' | 'putFrame' | 'putMark' | 'findEnd' | 'readInput' | 'readEvents' | 'eraseText'
>;

// This many usual frames are below the megabyte of a page.
const inputsPerRead = 100;
const eventsPerRead = 200;

const FrameItem = z
  .object({ sk: z.string(), endOffset: z.int(), data: z.instanceof(Uint8Array).optional() })
  .transform(({ sk, endOffset, data: packed }): Frame => ({
    offset: offsetOf(sk),
    endOffset,
    // Frames after a gap are read many times, but unpacked only once.
    get data() {
      return packed ? unpackSamples(packed) : null;
    },
  }));

const MarkItem = z
  .object({ sk: z.string(), kind: z.enum(['finalize', 'finish']) })
  .transform(({ sk, kind }): Mark => ({ offset: offsetOf(sk), kind }));

const firstMarkKey = (ref: SessionRef): Key => markKey(ref, { kind: 'finish', offset: 0 });
const finalizeKey = (ref: SessionRef, offset: number): Key => markKey(ref, { kind: 'finalize', offset });

const split = (items: readonly Item[]): readonly [Mark[], Frame[]] => {
  const marks = items.filter(({ sk }) => isMarkKey(String(sk)));
  const frames = items.slice(0, items.length - marks.length);
  return [marks.map((item) => MarkItem.parse(item)), frames.map((item) => FrameItem.parse(item))];
};

const Arrived = z.object({ bytes: z.int() });

/** The attributes that delete an item of the input in time. */
export const inputTtl = (now: Date) => ({ ttl: ttlAt(later(now, frameKeptMs)) });

// With more slots, the item could be larger than 1 KB, so that each write would cost more.
const placeSlots = 32;

/**
 * Audio, marks and events of sessions in the DynamoDB table. The process notes the place of its last message, and that
 * message, in the attributes of `slot`. It receives one message at a time, so none of its own replaces the note before the
 * write was answered. Of other processes, few have the same slot.
 */
export const dynamoInput = (table: Table, slot = randomInt(placeSlots)): Inputs => {
  const noted = { '#place': `at${slot}`, '#by': `by${slot}` };

  /** One page of the items from a key to another, and whether there may be more. */
  const read = async (from: Key, to: string, limit: number) => {
    const { items, last } = await table.query({
      where: 'pk = :pk AND sk BETWEEN :from AND :to',
      values: { ':pk': from.pk, ':from': from.sk, ':to': to },
      limit,
    });
    return { items, isCut: last !== undefined };
  };

  return {
    reserve: async (ref, bytes, { maxEnd, now }) => {
      const message = randomBytes(6).toString('base64url');
      const { item } = await table.update({
        key: arrivalKey(ref),
        set: `SET #bytes = if_not_exists(#bytes, :none) + :bytes, #place = if_not_exists(#bytes, :none), #by = :message,
          #ttl = :ttl`,
        // The client repeats a write whose response was lost. Bytes that were counted twice would be silence, which is
        // heard and charged.
        where: `(attribute_not_exists(#by) OR #by <> :message)
          AND (attribute_not_exists(#bytes) OR #bytes <= :most)`,
        names: { ...noted, '#bytes': 'bytes', '#ttl': 'ttl' },
        values: {
          ':none': 0,
          ':bytes': bytes,
          ':most': maxEnd - bytes,
          ':message': message,
          ':ttl': inputTtl(now).ttl,
        },
      });
      return item?.[noted['#by']] === message ? z.int().parse(item[noted['#place']]) : undefined;
    },

    putFrame: async (ref, { offset, endOffset, data }, now) => {
      // Writes are charged by the KB, and are the largest part of what a session costs.
      const packed = data && packSamples(data);
      await table.putNew({ ...frameKey(ref, offset), endOffset, data: packed, ...inputTtl(now) });
    },

    putMark: async (ref, mark, now) => {
      await table.putNew({ ...markKey(ref, mark), kind: mark.kind, ...inputTtl(now) });
    },

    findEnd: async (ref) => {
      const { pk, sk: first } = frameKey(ref, 0);
      const [arrived, { items }] = await Promise.all([
        table.get(arrivalKey(ref)),
        table.query({
          where: 'pk = :pk AND sk BETWEEN :from AND :to',
          values: { ':pk': pk, ':from': first, ':to': frameKey(ref, Number.MAX_SAFE_INTEGER).sk },
          newestFirst: true,
          limit: 1,
        }),
      ]);
      const ends = items.map((item) => FrameItem.parse(item).endOffset);
      return Math.max(arrived ? Arrived.parse(arrived).bytes : 0, ...ends);
    },

    readInput: async (ref, { afterFrame, fromMark, beforeMark }) => {
      const end = finalizeKey(ref, fromMark).sk;
      // A runner looks for input many times a second, so it uses one query for all of it.
      const page = await read(frameKey(ref, afterFrame + 1), end, inputsPerRead);
      const [marks, frames] = split(page.items);
      if (!page.isCut) return { frames, marks, nextMark: null };
      const from =
        beforeMark === undefined ? firstMarkKey(ref) : finalizeKey(ref, Math.max(beforeMark, fromMark));
      const own = await read(from, end, inputsPerRead);
      const found = own.items.map((item) => MarkItem.parse(item));
      const last = found.findLast(({ kind }) => kind === 'finalize');
      return { frames, marks: found, nextMark: own.isCut ? (last?.offset ?? Number.MAX_SAFE_INTEGER) : null };
    },

    readEvents: async (ref, after) => {
      const { items } = await read(eventKey(ref, after + 1), 'event/~', eventsPerRead);
      return items.map((item) => SessionEvent.parse(item));
    },

    eraseText: async (ref, event) => {
      const { set, names, values } = assigning(
        event.type === 'translation.final'
          ? { text: '' }
          : { segment: { ...event.segment, text: '', translatedText: null, words: [] } },
      );
      await table.update({ key: eventKey(ref, event.id), set, where: 'attribute_exists(pk)', names, values });
    },
  };
};
