import { createContext } from 'preact';

/** The error of the form that a field is in. */
export const FormError = createContext<unknown>(undefined);
