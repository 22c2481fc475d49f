import { createContext } from 'preact';

/** The error of the form around a field. */
export const FormError = createContext<unknown>(undefined);
