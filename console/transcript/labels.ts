import type { TranscriptionView } from '../api/types.ts';

type Labelled = Pick<TranscriptionView, 'client_reference_id' | 'metadata'> & {
  readonly request: Pick<NonNullable<TranscriptionView['request']>, 'filename'> | null;
};

/** The customer's labels of a job, as names and values. A metadata key may also be "File". */
export const labelsOf = ({
  request,
  client_reference_id: reference,
  metadata,
}: Labelled): (readonly [name: string, value: string])[] => [
  ...(request?.filename ? [['File', request.filename] as const] : []),
  ...(reference === null ? [] : [['Reference', reference] as const]),
  ...Object.entries(metadata),
];
