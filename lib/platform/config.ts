import * as z from 'zod';

export const textVariable = z.string().min(1);
export const countVariable = z.coerce.number().int().positive();
/** The maximum number of something; 0 if none is allowed. */
export const limitVariable = z.coerce.number().int().nonnegative();

/** A boolean, in the form that CDK writes. */
export const booleanVariable = z.enum(['true', 'false']).transform((written) => written === 'true');

/** Parses a function's own variables at cold start, so that a missing one fails the deployment and not a request. */
export const readConfig = <Shape extends z.ZodRawShape>(shape: Shape): z.infer<z.ZodObject<Shape>> =>
  z.object(shape).parse(process.env);

/** Whether Lambda, or its emulator on a laptop, runs this process. */
export const isInLambda = (): boolean => process.env['AWS_LAMBDA_FUNCTION_NAME'] !== undefined;
