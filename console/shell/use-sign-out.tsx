import { useState } from 'preact/hooks';
import { count } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { unfinished } from '../sending/sendings.ts';

type Options = { label: string; tone?: 'plain' | 'danger'; act: () => Promise<void> };

/** A button that signs out, and the question it asks first if recordings that are being sent would be lost. */
export const useSignOut = ({ label, tone = 'plain', act }: Options) => {
  const leave = useAction(act);
  const [isAsking, setAsking] = useState(false);
  const { length } = unfinished.value;
  return {
    button: (
      <>
        <Button
          tone={tone}
          onClick={() => (length > 0 ? setAsking(true) : leave.run())}
          isBusy={leave.isBusy}
        >
          {label}
        </Button>
        <ErrorNote error={leave.error} />
      </>
    ),
    question: isAsking && (
      <Confirm title={`${label}?`} label={label} act={act} onClose={() => setAsking(false)}>
        <p>What is being sent is stopped and lost: {count(length, 'recording')}.</p>
      </Confirm>
    ),
  };
};
