/** Processes the messages of a queue, including those that are sent during the processing. */
export const drain = async <Message>(
  messages: Message[],
  work: (message: Message) => Promise<void>,
): Promise<void> => {
  for (let message = messages.shift(); message !== undefined; message = messages.shift()) await work(message);
};
