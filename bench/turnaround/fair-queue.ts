type Grouped = { readonly project: string };

/** A fair queue as SQS has it: of the projects that wait, the one with the fewest messages at work is next. */
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
    /** The next message, which is at work until it is `done`. Undefined if none waits. */
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
