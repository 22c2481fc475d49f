import { useEffect, useState } from 'preact/hooks';

type Outcome = 'completed' | 'canceled';

const text: Readonly<Record<Outcome, string>> = {
  completed:
    'Thank you. The credit is in the balance as soon as the payment provider has told us, mostly at once.',
  canceled: 'The purchase was canceled. Nothing was charged.',
};

const checkMs = 2000;
const checks = 5;

/** How the payment provider sent the reader back; taken from the address, where it would outlive its truth. */
const takeOutcome = (): Outcome | undefined => {
  const outcome = new URLSearchParams(location.search).get('checkout');
  if (outcome !== 'completed' && outcome !== 'canceled') return undefined;
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  return outcome;
};

/** Tells who comes back from paying how it went, and looks a few times for the credit. */
export const CheckoutNote = ({ onCheck }: { onCheck: () => Promise<void> }) => {
  const [outcome] = useState(takeOutcome);
  useEffect(() => {
    if (outcome !== 'completed') return;
    let left = checks;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      void onCheck();
    }, checkMs);
    return () => clearInterval(timer);
  }, [outcome]);
  if (!outcome) return null;
  return (
    <p class={`note ${outcome === 'completed' ? 'good' : ''}`} role="status">
      {text[outcome]}
    </p>
  );
};
