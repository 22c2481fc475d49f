import type { Operation } from './operation.ts';
import type { Json } from './schemas.ts';

/** Links to the operations that use the created object: operations below its path take its `id`. */
export const linksOf = ({ method, path, contract }: Operation, all: readonly Operation[]): Json => {
  if (method !== 'POST' || contract.location === undefined) return {};
  const below = new RegExp(`^${path}/\\{(\\w+)\\}(?:/[\\w-]+)?$`);
  const links = all.flatMap((other) => {
    const [, parameter] = below.exec(other.path) ?? [];
    const { operationId } = other.contract;
    return parameter === undefined
      ? []
      : [[operationId, { operationId, parameters: { [parameter]: '$response.body#/id' } }]];
  });
  return Object.fromEntries(links);
};
