import { readHead, readNumber, rootIds, trackIds, uintOf } from './ebml.ts';
import { type OpusTrack, opusTrackOf, tickMsOf } from './opus-track.ts';

/** A packet of the audio track, and its place in the stream. */
export type WebmPacket = {
  /** The position of the first byte of its element. */
  readonly byte: number;
  /** The position of the first byte of its cluster. */
  readonly clusterByte: number;
  /** The time of its cluster, in ticks of the track. */
  readonly clusterTicks: number;
  /** The time of the packet that the stream declares. It may jump. */
  readonly timeMs: number;
  /** Whether the packet is the first after a header. Times restart after each header. */
  readonly isFirst: boolean;
  readonly track: OpusTrack;
  readonly data: Uint8Array;
};

/** Where a packet begins: enough to resume reading the stream there. Omit `clusterByte` if you do not need it in the packets. */
export type WebmStart = Pick<WebmPacket, 'byte' | 'clusterTicks' | 'track'> &
  Partial<Pick<WebmPacket, 'clusterByte'>>;

const ids = {
  ...rootIds,
  info: 0x1549a966,
  tracks: trackIds.tracks,
  cluster: 0x1f43b675,
  timecode: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;
const clusterId = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
/** Elements to descend into. Their ends can be ignored, because their children show where they end. */
const entered: ReadonlySet<number> = new Set([ids.segment, ids.cluster, ids.blockGroup]);
const maxElementBytes = 256 * 1024;
/**
 * Five hours of packets of 20 ms, each in a cluster of its own, have three million. The limit bounds the work on a hostile
 * file.
 */
const maxElements = 4_000_000;
/** The time and flags, which follow the number of the track. */
const blockHeadBytes = 3;
const lacing = 0b110;

/**
 * Finds the packets of a WebM stream of Opus, as MediaRecorder writes it, while the stream arrives. `start` is where to
 * begin, if not at the header. The bytes may be cut anywhere. After damaged bytes, reading resumes at the next cluster.
 */
export const webmDemuxer = (start?: WebmStart) => {
  let waiting = Buffer.alloc(0);
  let byte = start?.byte ?? 0;
  let track = start?.track;
  let tickMs = track?.tickMs ?? 1;
  let clusterByte = start?.clusterByte ?? byte;
  let clusterTicks = start?.clusterTicks ?? 0;
  let isLost = false;
  let isFirst = false;
  let isUnsupported = false;
  let elements = 0;

  const refuse = (): void => {
    isUnsupported = true;
  };

  /** The packet in a block. Undefined if it belongs to another track. */
  const packetOf = (block: Buffer): Pick<WebmPacket, 'timeMs' | 'data' | 'track'> | undefined => {
    const number = readNumber(block);
    if (!track) refuse();
    if (!track || !number || number === 'damaged' || number.value !== track.number) return undefined;
    const at = number.bytes;
    if (block.length < at + blockHeadBytes) return undefined;
    if ((block.readUInt8(at + 2) & lacing) !== 0) refuse();
    const timeMs = (clusterTicks + block.readInt16BE(at)) * track.tickMs;
    if (Math.max(clusterTicks, timeMs) > Number.MAX_SAFE_INTEGER) refuse();
    return { timeMs, track, data: block.subarray(at + blockHeadBytes) };
  };

  const setTrack = (found: OpusTrack | undefined): void => {
    const isOther = track && JSON.stringify(found) !== JSON.stringify(track);
    if (!found || isOther) refuse();
    track = found;
    isFirst = true;
  };

  /** Handles a complete element, and returns the packet in it. */
  const take = (id: number, content: Buffer): ReturnType<typeof packetOf> => {
    if (id === ids.info) tickMs = tickMsOf(content);
    if (id === ids.tracks) setTrack(opusTrackOf(content, tickMs));
    if (id === ids.timecode) clusterTicks = uintOf(content);
    return id === ids.simpleBlock || id === ids.block ? packetOf(content) : undefined;
  };

  /**
   * Reads the element at `at` and adds its packet to `packets`. Returns the number of bytes read; 0 if the element is
   * incomplete.
   */
  const step = (bytes: Buffer, at: number, packets: WebmPacket[]): number => {
    elements += 1;
    if (elements > maxElements) refuse();
    if (isUnsupported) return 0;
    if (isLost) {
      const found = bytes.indexOf(clusterId, at);
      if (found === -1) return Math.max(0, bytes.length - at - clusterId.length + 1);
      isLost = false;
      if (found > at) return found - at;
    }
    const head = readHead(bytes, at);
    if (head === undefined) return 0;
    const isHeader = head !== 'damaged' && head.id === ids.header;
    if (byte === 0 && !isHeader) refuse();
    if (head !== 'damaged' && entered.has(head.id)) {
      if (head.id === ids.cluster) clusterByte = byte;
      return head.headBytes;
    }
    if (head === 'damaged' || head.size === Infinity) {
      if (!track) refuse();
      isLost = true;
      return 1;
    }
    const end = head.headBytes + head.size;
    if (head.size > maxElementBytes) refuse();
    if (isUnsupported || bytes.length < at + end) return 0;
    const packet = take(head.id, bytes.subarray(at + head.headBytes, at + end));
    if (!packet || isUnsupported) return end;
    packets.push({ ...packet, byte, clusterByte, clusterTicks, isFirst });
    isFirst = false;
    return end;
  };

  return {
    /** Whether the stream cannot be decoded. If so, `read` returns no more packets. */
    get isUnsupported() {
      return isUnsupported;
    },
    /** Takes the next bytes, and returns the packets that they complete. */
    read: (bytes: Uint8Array): readonly WebmPacket[] => {
      waiting = isUnsupported ? Buffer.alloc(0) : Buffer.concat([waiting, bytes]);
      const packets: WebmPacket[] = [];
      let at = 0;
      for (;;) {
        const taken = step(waiting, at, packets);
        if (taken === 0) break;
        at += taken;
        byte += taken;
      }
      waiting = waiting.subarray(at);
      return packets;
    },
  };
};
