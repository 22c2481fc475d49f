import { Duration } from 'aws-cdk-lib/core';
import { Alarm, repeated } from './alarm.ts';
import { logMetric } from './log-alarm.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * An alarm on people who cannot sign in. A person whom the sign-in pages send back without a session gets a redirect to the
 * console, so no answer is 5xx.
 */
export const watchSignIn = (callback: ServiceFunction): void => {
  new Alarm(callback, 'SignInFailing', {
    ...repeated,
    // Not a page: a stranger can return with a code of their own making.
    severity: 'ticket',
    metric: logMetric(callback, 'SignInFailed', { period: Duration.minutes(5), statistic: 'Sum' }),
    impact: 'People cannot sign in to the console. Whoever is signed in stays so, and the API works.',
    firstLook:
      'sign_in.failed in the log of platform/sign-in/callback, or of platform/sign-in/start: does error_message say that Cognito refuses or does not answer, or the table?',
  });
};
