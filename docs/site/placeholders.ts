/** What stands in the guides' code for the reader's own deployment and key. */
export const placeholders = {
  'base-url': 'https://earshot.example.com',
  key: 'es_test_YOUR_KEY',
} as const;
