import fc from 'fast-check';
import { seedOf } from './seed.ts';

// Every project runs this first. A property that fails prints its own seed and path too.
fc.configureGlobal({ seed: seedOf('PROPERTY_SEED') });
