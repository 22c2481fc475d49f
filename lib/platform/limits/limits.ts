import * as z from 'zod';

// All permits or slots of a limit are in one item, and every write rewrites the whole item.
const limit = (standard: number, max = 5_000) => z.coerce.number().int().min(1).max(max).default(standard);
const rate = (standard: number) => limit(standard, 1_000);

/**
 * The limits of customers. Each is a setting of the deployment. The defaults are those of the public contract, if it states
 * them.
 */
export const Limits = z.strictObject({
  /** Requests of one API key in any 60 s. */
  requestsPerMinute: rate(60),
  /** Requests of one person at the console in any 60 s. A page that follows a job sends 30. */
  consoleRequestsPerMinute: z.coerce.number().int().min(60).max(1_000).default(240),
  /** Long polls that are open at once. */
  waitsPerKey: limit(2),
  // A lower maximum, because each wait adds six long names to one item.
  waitsPerProject: limit(8, 1_000),
  /**
   * Long polls of all projects of an organization, in both modes together. A deployment derives its default from its
   * concurrency.
   */
  waitsPerOrganization: limit(8, 1_000),
  unfinishedJobsPerProject: limit(100),
  unfinishedJobsPerOrganization: limit(300),
  /** Live realtime sessions of a project, in live and in test mode. */
  liveSessionsPerProject: limit(25),
  liveTestSessionsPerProject: limit(5),
  organizationsPerPerson: limit(5),
  projectsPerOrganization: limit(20),
  /** Members and invitations besides the founder. */
  membersPerOrganization: limit(50),
  webhooksPerProject: limit(20, 100),
  webhooksPerOrganization: limit(60),
  /** Test events and redeliveries in any 60 s. */
  webhookTestsPerMinute: rate(10),
  /** Minutes of audio that a project may transcribe in test mode in a UTC day. */
  testMinutesPerDay: limit(60, 1_000_000),
});
export type Limits = z.infer<typeof Limits>;

/** The variable LIMITS with the limits as JSON, for `readConfig`. */
export const limitsVariable = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(Limits);
