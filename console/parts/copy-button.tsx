import { useState } from 'preact/hooks';
import { Button } from './button.tsx';

type Props = { text: string; label?: string };

/** Copies, and shows and announces the result. */
export const CopyButton = ({ text, label = 'Copy' }: Props) => {
  const [status, setStatus] = useState('');
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setStatus(copied ? 'Copied' : 'Select it and copy');
    setTimeout(() => setStatus(''), 2500);
  };
  return (
    <Button onClick={() => void copy()}>
      {/* Outside of the live region, because the return of the label is no news. */}
      <span aria-live="polite">{status}</span>
      {!status && label}
    </Button>
  );
};
