import * as z from 'zod';

// Places and slots lie in one item each, which is written whole whenever one is taken.
const limit = (standard: number, most = 5_000) => z.coerce.number().int().min(1).max(most).default(standard);
const rate = (standard: number) => limit(standard, 1_000);

/** What an operator allows customers, each a setting of the deployment. The defaults are what the contract states, where it does. */
export const Limits = z.strictObject({
  /** Requests of one API key in any 60 s. */
  requestsPerMinute: rate(60),
  /** Requests of one person at the console in any 60 s: a page that follows a job makes 30, and each takes a place on one item. */
  consoleRequestsPerMinute: z.coerce.number().int().min(60).max(1_000).default(240),
  /** Long polls that are held open at once. */
  waitsPerKey: limit(2),
  waitsPerProject: limit(8),
  unfinishedJobsPerProject: limit(100),
  unfinishedJobsPerOrganization: limit(300),
  organizationsPerPerson: limit(5),
  projectsPerOrganization: limit(20),
  webhooksPerProject: limit(20, 100),
  webhooksPerOrganization: limit(60),
  /** Test events and redeliveries that people ask for, in any 60 s. */
  webhookTestsPerMinute: rate(10),
  /** Minutes of audio that a project may have recognized in test mode in a UTC day. */
  testMinutesPerDay: limit(60, 1_000_000),
});
export type Limits = z.infer<typeof Limits>;

/** For `readConfig`: the variable LIMITS holds them as JSON. */
export const limitsVariable = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(Limits);
