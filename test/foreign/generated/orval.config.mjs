const input = process.env.EARSHOT_DOCUMENT;

export default {
  fetch: {
    input,
    output: { target: 'orval/client.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
  zod: { input, output: { target: 'orval/schemas.ts', client: 'zod' } },
};
