import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contracts } from '#functions/contracts.ts';
import { AppError } from '#lib/platform/errors.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import { malformedBodies, malformedQueries } from '../support/malformed.ts';

/** How zod begins when it speaks for itself. */
const zodsWords = /^(Invalid|Unrecognized|Too (big|small)|Expected|Required)/i;

/** What is told of each field of a request that is refused. */
const messagesOf = (parse: () => unknown): string[] => {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields: { message: string }[] = Object(error.details['fields']);
    return fields.map(({ message }) => message);
  }
};
const expectOurs = (messages: readonly string[]): void => {
  expect(messages.filter((message) => message === '' || zodsWords.test(message))).toEqual([]);
};

const routes = Object.entries(contracts).map(([route, contract]) => {
  const [method = '', path = ''] = route.split(' ');
  return { route, path, method: method.toLowerCase(), contract };
});

describe('what is wrong with a request is told in our own words', () => {
  test.each(routes.filter(({ contract }) => contract.body))(
    'body of $route',
    ({ path, method, contract }) => {
      fc.assert(
        fc.property(malformedBodies(path, method), (body) => {
          const sent: unknown = JSON.parse(JSON.stringify(body));
          expectOurs(messagesOf(() => contract.body && parseRequest(contract.body.schema, sent)));
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each(routes)('query of $route', ({ path, method, contract }) => {
    fc.assert(
      fc.property(malformedQueries(path, method), (query) => {
        const sent = Object.fromEntries(new URLSearchParams(query));
        expectOurs(messagesOf(() => parseRequest(contract.query, sent)));
      }),
      { numRuns: 100 },
    );
  });
});
