/** A running recording. */
export type Recording = {
  /** The current loudness, 0 to 1. */
  level: () => number;
  stop: () => Promise<File>;
  discard: () => void;
};

type Deps = {
  /** Requests the microphone. */
  readonly open: () => Promise<Recording>;
  /** In milliseconds, of a steady clock. */
  readonly now: () => number;
  readonly onRecorded: (file: File, ms: number) => void;
};

/** The recording of a page, which may be left at any time. */
export const holdRecording = ({ open, now, onRecorded }: Deps) => {
  let running: { readonly recording: Recording; readonly since: number } | undefined;
  let isLeft = false;
  const shown = () => ({
    level: running?.recording.level() ?? 0,
    ms: running ? Math.round(now() - running.since) : 0,
  });
  const stop = async (): Promise<void> => {
    const { ms } = shown();
    const stopped = running?.recording;
    running = undefined;
    if (stopped) onRecorded(await stopped.stop(), ms);
  };
  return {
    start: async (): Promise<void> => {
      const recording = await open();
      // The browser may have asked for longer than the page was open.
      if (isLeft) return recording.discard();
      running = { recording, since: now() };
    },
    stop,
    /** The loudness, 0 to 1, and the length. */
    shown,
    /** Turns the microphone off. Returns whether what was recorded is handed over, which it is while it `isWanted`. */
    leave: (isWanted: boolean): boolean => {
      isLeft = true;
      const isKept = running !== undefined && isWanted;
      if (isKept) void stop();
      else running?.recording.discard();
      return isKept;
    },
  };
};
