import * as z from 'zod';
import { pathId } from '#lib/platform/http/parameters.ts';

export const OrganizationParams = z.strictObject({
  organization_id: pathId('org', 'The id of one of your organizations.'),
});
