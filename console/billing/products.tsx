import { createCheckout } from '../api/calls.ts';
import type { Product } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { leaveFor } from '../router.ts';
import { ProductCard } from './product-card.tsx';

type Props = { organizationId: string; products: Product[] };

/** Products for sale. People pay on the payment provider's page. */
export const Products = ({ organizationId, products }: Props) => {
  const buy = useAction(({ kind, price_id }: Product) =>
    leaveFor(createCheckout(organizationId, { kind, price_id })),
  );
  return (
    <section aria-labelledby="add-credit">
      <h2 id="add-credit">Add credit</h2>
      {products.length === 0 && (
        <Empty>
          <p>This deployment sells no credit. Its operator can add products.</p>
        </Empty>
      )}
      <div class="cards">
        {products.map((product) => (
          <ProductCard
            key={product.price_id}
            product={product}
            isBusy={buy.isBusy}
            onBuy={() => buy.run(product)}
          />
        ))}
      </div>
      <ErrorNote error={buy.error} />
    </section>
  );
};
