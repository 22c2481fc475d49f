import { type Product, productView } from '#lib/domain/billing/products.ts';
import { type Access, constant } from './access.ts';

/** The products that the deployment sells. */
export const productList = (products: readonly Product[]): Access =>
  constant('PRODUCTS', JSON.stringify(products.map(productView)));
