import type { CallOptions, Http } from './http.ts';
import { listAll } from './pages.ts';
import type { Charge, GetChargeReportQuery, GetUsageReportQuery, Usage } from './types.ts';

/** A range of UTC days, "2026-11-20", both inclusive. The default is the last 30 days. */
export type Days = Pick<GetUsageReportQuery, 'start' | 'end'>;

const path = '/v1/reports/usage';

/** The usage of the key's project, in the mode of the key. */
export class UsageReports {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Jobs, audio and price by day, and by key and language, and the current use of the limits. */
  get(days: Days = {}, { signal }: CallOptions = {}): Promise<Usage> {
    return this.#http.json({ method: 'GET', path, query: days, signal });
  }

  /** The same as CSV, with a row for each day, key and language. */
  csv(days: Days = {}, { signal }: CallOptions = {}): Promise<string> {
    return this.#http.text({ method: 'GET', path, query: { ...days, format: 'csv' }, signal });
  }

  /** The charge of each job, including deleted jobs. `for await` reads page by page. */
  charges(
    query: Omit<GetChargeReportQuery, 'format'> = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<Charge> {
    return listAll(this.#http, { path: '/v1/reports/charges', query, signal });
  }
}
