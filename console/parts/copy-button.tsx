import { useState } from 'preact/hooks';

type Props = { text: string; label?: string };

/** Copies, and says so to the eye and to a screen reader. */
export const CopyButton = ({ text, label = 'Copy' }: Props) => {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(copied ? 'Copied' : 'Select it and copy');
    setTimeout(() => setSaid(''), 2500);
  };
  return (
    <button type="button" class="secondary outline small copy" onClick={() => void copy()}>
      <span aria-live="polite">{said || label}</span>
    </button>
  );
};
