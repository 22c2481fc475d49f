import * as contracts from '#lib/domain/about/contracts.ts';
import { errorList } from '#lib/domain/about/error-list.ts';
import { errorsPage } from '#lib/domain/about/errors-page.ts';
import { publicRoute } from '../../http/public.ts';

const html = errorsPage();
const json = errorList();

export const handler = publicRoute(contracts.getErrors, async ({ accept }) => ({ html, json, accept }));
