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
  /** A steady clock in milliseconds. */
  readonly now: () => number;
  readonly onRecorded: (file: File, ms: number) => void;
};

/** The recording of a page that the user may leave at any time. */
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
      // The browser may have asked for permission until after the user left the page.
      if (isLeft) return recording.discard();
      running = { recording, since: now() };
    },
    stop,
    /** The loudness, 0 to 1, and the length in ms. */
    shown,
    /** Turns the microphone off. Passes the recording on if it `isWanted`. Returns whether there is one to pass on. */
    leave: (isWanted: boolean): boolean => {
      isLeft = true;
      const isKept = running !== undefined && isWanted;
      if (isKept) void stop();
      else running?.recording.discard();
      return isKept;
    },
  };
};
