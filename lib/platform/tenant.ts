import * as z from 'zod';

export const modes = ['live', 'test'] as const;
export const Mode = z.enum(modes);
export type Mode = z.infer<typeof Mode>;

/**
 * A project in one of its two modes, "prj_….live" or "prj_….test". Every key of customer data, in the table and in the
 * buckets, begins with it, so that live and test data never mix.
 */
export const Tenant = z.templateLiteral([z.string(), '.', Mode]);
export type Tenant = z.infer<typeof Tenant>;

export const tenantOf = (projectId: string, mode: Mode): Tenant => `${projectId}.${mode}`;

export const modeOf = (tenant: Tenant): Mode => (tenant.endsWith('.live') ? 'live' : 'test');

export const projectOf = (tenant: Tenant): string => tenant.slice(0, tenant.lastIndexOf('.'));

/** The owner of data, who pays for it. */
export type Owner = {
  readonly tenant: Tenant;
  /** The paying organization; null for a project without one, such as a project that `cdk/create-api-key.ts` created. */
  readonly organizationId: string | null;
};

/** The log fields that name a tenant. */
export const tenantLogFields = (tenant: Tenant) => ({ project_id: projectOf(tenant), mode: modeOf(tenant) });

/** Splits a key or path that begins with a tenant. Throws if it does not. */
export const splitTenantPath = (path: string): { readonly tenant: Tenant; readonly rest: string } => {
  const slash = path.indexOf('/');
  return { tenant: Tenant.parse(path.slice(0, slash)), rest: path.slice(slash + 1) };
};
