import { useState } from 'preact/hooks';

export type Action<Input extends unknown[]> = {
  run: (...input: Input) => void;
  /** Like `run`, but resolves to whether it succeeded. */
  attempt: (...input: Input) => Promise<boolean>;
  isBusy: boolean;
  /** The error of the last run. Undefined if it succeeded. */
  error: unknown;
};

/** Runs `act` at most once at a time and keeps its error. */
export const useAction = <Input extends unknown[]>(
  act: (...input: Input) => Promise<void>,
): Action<Input> => {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const attempt = async (...input: Input): Promise<boolean> => {
    if (state.isBusy) return false;
    setState({ isBusy: true });
    try {
      await act(...input);
      setState({ isBusy: false });
      return true;
    } catch (error) {
      setState({ isBusy: false, error });
      return false;
    }
  };
  return { run: (...input) => void attempt(...input), attempt, isBusy: state.isBusy, error: state.error };
};
