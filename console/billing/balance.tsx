import type { Billing } from '../api/types.ts';
import { dollars } from '../format.ts';
import { balanceWarning } from './warnings.ts';
import { Warned } from './warned.tsx';

export const Balance = ({ billing }: { billing: Billing }) => {
  const { balance_usd: balance, held_usd: held, prepaid } = billing;
  return (
    <>
      <Warned warning={balanceWarning(billing)} />
      <dl class="figures">
        <div>
          <dt>Balance</dt>
          <dd>{dollars(balance)}</dd>
        </div>
        {prepaid && (
          <div>
            <dt>Reserved for unfinished jobs</dt>
            <dd>{dollars(held)}</dd>
          </div>
        )}
      </dl>
      <p class="quiet">
        {prepaid
          ? 'Jobs are paid from the balance. Each job reserves its maximum price until it ends. New jobs are refused when the balance cannot cover them.'
          : 'Completed jobs are charged to the balance, which may go below zero.'}
      </p>
    </>
  );
};
