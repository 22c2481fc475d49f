import type { TranscriptionView } from '../api/types.ts';

type Labelled = Pick<TranscriptionView, 'client_reference_id' | 'metadata'> & {
  readonly request: Pick<NonNullable<TranscriptionView['request']>, 'filename'> | null;
};

/** What the customer named a job by, as names and values. A key of metadata may be "File", too. */
export const labelsOf = ({
  request,
  client_reference_id: reference,
  metadata,
}: Labelled): (readonly [name: string, value: string])[] => [
  ...(request?.filename ? [['File', request.filename] as const] : []),
  ...(reference === null ? [] : [['Reference', reference] as const]),
  ...Object.entries(metadata),
];
