import { useState } from 'preact/hooks';

export type Action<Input extends unknown[]> = {
  run: (...input: Input) => void;
  isBusy: boolean;
  /** Of the last run; undefined if it succeeded. */
  error: unknown;
};

/** Runs `act` at most once at a time and keeps its error. */
export const useAction = <Input extends unknown[]>(
  act: (...input: Input) => Promise<void>,
): Action<Input> => {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const run = async (...input: Input): Promise<void> => {
    if (state.isBusy) return;
    setState({ isBusy: true });
    try {
      await act(...input);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return { run: (...input) => void run(...input), isBusy: state.isBusy, error: state.error };
};
