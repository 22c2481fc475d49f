import type { CallOptions, Http } from './http.ts';
import { listAll } from './pages.ts';
import type { Charge, GetChargeReportQuery, GetUsageReportQuery, Usage } from './types.ts';

/** A range of UTC days, "2026-11-20", both inclusive; by default the last 30. */
export type Days = Pick<GetUsageReportQuery, 'start' | 'end'>;

const path = '/v1/reports/usage';

/** What the key's project used, in the mode of the key. */
export class UsageReports {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Jobs, audio and price by day, and by key and language; and how much of the limits is used. */
  get(days: Days = {}, { signal }: CallOptions = {}): Promise<Usage> {
    return this.#http.json({ method: 'GET', path, query: days, signal });
  }

  /** The same as a table with a row for each day, key and language. */
  csv(days: Days = {}, { signal }: CallOptions = {}): Promise<string> {
    return this.#http.text({ method: 'GET', path, query: { ...days, format: 'csv' }, signal });
  }

  /** What each job cost, also of those that are gone; `for await` reads page by page. */
  charges(
    query: Omit<GetChargeReportQuery, 'format'> = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<Charge> {
    return listAll(this.#http, { path: '/v1/reports/charges', query, signal });
  }
}
