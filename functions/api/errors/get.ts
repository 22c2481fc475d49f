import * as contracts from '#lib/domain/about/contracts.ts';
import { errorsPage } from '#lib/domain/about/errors-page.ts';
import { publicRoute } from '../../http/public.ts';

const page = errorsPage();

export const handler = publicRoute(contracts.getErrors, async () => page);
