/** A message that was received so often, and failed each time, goes to the dead-letter queue. */
export const maxReceives = 5;
