/** What the default engine writes. Here, and not beside the engine, for those who need to know without loading it. */
export const moonshineLanguages = ['en'] as const;
