/** The number of receives after which a failing message goes to the dead-letter queue. */
export const maxReceives = 5;
