/** Every HTTP route and the file that answers it. CDK makes a function of each, and through its template so does the laptop. */
export const routes = {
  'POST /v1/transcription-uploads': 'api/transcription-uploads/create.ts',
  'POST /v1/transcriptions': 'api/transcriptions/create.ts',
  'GET /v1/transcriptions/{transcription_id}': 'api/transcriptions/get.ts',
} as const;

export type Route = keyof typeof routes;
