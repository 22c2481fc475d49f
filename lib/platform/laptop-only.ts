import { text } from './config.ts';

/** What `readConfig` has to read for `refuseInLambda`. */
export const lambdaVariables = { AWS_LAMBDA_RUNTIME_API: text.optional() };

export type LambdaVariables = {
  /**
   * Lambda sets it in every function and reserves it, so no configuration can unset it; without it no runtime could
   * fetch its events. The laptop's functions get their events otherwise and never have it, while they do have
   * AWS_EXECUTION_ENV and the other names by which Lambda is usually recognized.
   */
  readonly AWS_LAMBDA_RUNTIME_API?: string | undefined;
};

/** Throws in AWS for a variable that only the laptop may set. */
export const refuseInLambda = (
  variable: string,
  { AWS_LAMBDA_RUNTIME_API: lambda }: LambdaVariables,
): void => {
  if (lambda !== undefined) throw new Error(`${variable} is for the laptop and is refused in AWS Lambda.`);
};
