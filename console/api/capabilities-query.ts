import { getCapabilities } from './calls.ts';

/** The capabilities of this deployment. Only a new deployment changes them. */
export const capabilitiesQuery = { key: ['capabilities'], load: getCapabilities, isFinal: () => true };
