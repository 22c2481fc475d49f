import type { Product } from '../api/types.ts';
import { dollars } from '../format.ts';
import { Button } from '../parts/button.tsx';

type Props = { product: Product; isBusy: boolean; onBuy: () => void };

export const ProductCard = ({ product, isBusy, onBuy }: Props) => {
  const isMonthly = product.kind === 'subscription';
  return (
    <section class="card">
      <h3>{product.name}</h3>
      <p class="price">
        {dollars(product.amount_usd)}
        {isMonthly && <span class="quiet"> each period</span>}
      </p>
      <p class="quiet">{dollars(product.credit_usd)} of credit</p>
      <Button tone="main" onClick={onBuy} aria-disabled={isBusy}>
        {isMonthly ? 'Subscribe' : 'Buy'}
        <span class="sr-only"> {product.name}</span>
      </Button>
    </section>
  );
};
