/** Works on each message of a queue, also on those that are sent meanwhile. */
export const drain = async <Message>(
  messages: Message[],
  work: (message: Message) => Promise<void>,
): Promise<void> => {
  for (let message = messages.shift(); message !== undefined; message = messages.shift()) await work(message);
};
