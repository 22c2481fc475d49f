import { useEffect, useState } from 'preact/hooks';

type Outcome = 'completed' | 'canceled';

const text: Readonly<Record<Outcome, string>> = {
  completed:
    'Thank you. The credit is added as soon as the payment provider confirms the payment, usually within seconds.',
  canceled: 'The purchase was canceled. Nothing was charged.',
};

const checkMs = 2000;
const maxChecks = 5;

/** Reads the outcome of a purchase from the address and removes it, so that a reload does not show it again. */
const takeOutcome = (): Outcome | undefined => {
  const outcome = new URLSearchParams(location.search).get('checkout');
  if (outcome !== 'completed' && outcome !== 'canceled') return undefined;
  history.replaceState(null, '', `${location.pathname}${location.hash}`);
  return outcome;
};

/** The outcome of a purchase. After a completed purchase it calls `onCheck` a few times until the credit has arrived. */
export const CheckoutNote = ({ onCheck }: { onCheck: () => Promise<void> }) => {
  const [outcome] = useState(takeOutcome);
  useEffect(() => {
    if (outcome !== 'completed') return;
    let left = maxChecks;
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
