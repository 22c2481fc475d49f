import { type Product, Products } from '#lib/domain/billing/products.ts';
import { readConfig } from '#lib/platform/config.ts';

/** The products that an organization can buy. */
export const liveProducts = (): readonly Product[] => readConfig({ PRODUCTS: Products }).PRODUCTS;
