import { expect, test } from 'vitest';
import { hashWith, searchOf } from '../../console/route.ts';
import { deliveryPlaceOf } from '../../console/webhooks/delivery-place.ts';

test('the place in the deliveries of a webhook survives its way through the address', () => {
  const place = { status: 'failed', cursor: 'a/b', delivery: 'dlv_1' } as const;
  expect(deliveryPlaceOf(searchOf(hashWith('#/projects/prj_1/webhooks/whk_1', place)))).toEqual(place);
});

test('a status of deliveries that does not exist is left out', () => {
  expect(deliveryPlaceOf('status=lost').status).toBeUndefined();
});
