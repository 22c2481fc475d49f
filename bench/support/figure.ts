export type Figure = {
  readonly figure: string;
  readonly value: number | Readonly<Record<string, number>>;
  readonly unit: string;
  /** Text of the goal, if there is one. `pass` says whether the value meets it. */
  readonly target?: string;
  readonly pass?: boolean;
};

/** Prints one measured figure as one JSON line. */
export const print = (figure: Figure): void => console.log(JSON.stringify(figure));
