/** Every HTTP route and the file that answers it. CDK, the local gateway (through the template) and the tests read this. */
export const routes = {
  'POST /v1/transcription-uploads': {
    handler: 'api/transcription-uploads/create.ts',
    capability: 'available',
  },
  'POST /v1/transcriptions': { handler: 'api/transcriptions/create.ts', capability: 'available' },
  'GET /v1/transcriptions/{transcription_id}': {
    handler: 'api/transcriptions/get.ts',
    capability: 'available',
  },
} as const;

export type Route = keyof typeof routes;
