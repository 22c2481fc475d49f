import { textVariable } from './config.ts';

/** The variables of `refuseInLambda`, for `readConfig`. */
export const lambdaVariables = { AWS_LAMBDA_RUNTIME_API: textVariable.optional() };

export type LambdaVariables = {
  /**
   * Lambda sets and reserves this variable in every function, so no configuration can unset it. The laptop's functions
   * never have it. They do have AWS_EXECUTION_ENV and the other names that usually identify Lambda.
   */
  readonly AWS_LAMBDA_RUNTIME_API?: string | undefined;
};

/** Throws on AWS if a variable that is only for the laptop is set. */
export const refuseInLambda = (
  variable: string,
  { AWS_LAMBDA_RUNTIME_API: lambda }: LambdaVariables,
): void => {
  if (lambda !== undefined) throw new Error(`${variable} is for the laptop and is refused in AWS Lambda.`);
};
