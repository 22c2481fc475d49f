type Grouped = { readonly project: string };

/** A fair queue like in SQS: the next message is from the waiting project with the fewest messages in progress. */
export const newFairQueue = <Message extends Grouped>() => {
  const waiting = new Map<string, Message[]>();
  const atWork = new Map<string, number>();
  const add = (project: string, count: number): void =>
    void atWork.set(project, (atWork.get(project) ?? 0) + count);
  return {
    add: (message: Message): void => {
      const queue = waiting.get(message.project);
      if (queue) queue.push(message);
      else waiting.set(message.project, [message]);
    },
    /** The next message. It is in progress until `done`. Undefined if none waits. */
    take: (): Message | undefined => {
      let next: string | undefined;
      for (const [project, { length }] of waiting)
        if (length > 0 && (next === undefined || (atWork.get(project) ?? 0) < (atWork.get(next) ?? 0)))
          next = project;
      if (next === undefined) return undefined;
      add(next, 1);
      return waiting.get(next)?.shift();
    },
    done: ({ project }: Message): void => add(project, -1),
  };
};
