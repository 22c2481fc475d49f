import type { buildApp } from 'fauxqs';

// The package does not export these types.
export type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
export type SqsStore = Stores['sqsStore'];
export type Persistence = NonNullable<SqsStore['persistence']>;
export type Queue = ReturnType<SqsStore['createQueue']>;
