import { none } from '#lib/platform/http/parameters.ts';

/** The contract of a route that does not exist, without its answer. */
export const noteContract = {
  tag: 'Service',
  summary: 'Notes',
  description: 'Notes.',
  errors: [],
  operationId: 'notes',
  params: none,
  query: none,
} as const;
