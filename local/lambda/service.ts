import { restError, restReply, type RestService } from '../aws-endpoint/rest-service.ts';
import type { InvokeAsync } from '../events/invoke-async.ts';
import type { Deployment } from '../template/deployment.ts';
import type { Functions } from './deploy.ts';

type LambdaDeps = {
  readonly deployment: Deployment;
  readonly functions: Pick<Functions, 'poolOf'>;
  readonly invoke: InvokeAsync;
};

// Lambda's limit of an asynchronous invocation.
const eventMaxBytes = 1024 * 1024;

/** The part of Lambda's API that functions use: Invoke with the invocation type Event. */
export const lambdaService =
  ({ deployment, functions, invoke }: LambdaDeps): RestService =>
  (method, path) => {
    const [, encoded] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(path) ?? [];
    if (method !== 'POST' || encoded === undefined) return undefined;
    const name = decodeURIComponent(encoded);
    const known = deployment
      .ofType('AWS::Lambda::Function')
      .find((resource) => name === resource.name || name === resource.returns['Arn']);
    const { region, accountId } = deployment.place;
    const arn = known?.returns['Arn'] ?? `arn:aws:lambda:${region}:${accountId}:function:${name}`;
    return {
      operation: 'Invoke',
      grant: { action: 'lambda:InvokeFunction', resource: arn },
      run: async ({ headers, body }) => {
        if (!known) return restError(404, 'ResourceNotFoundException', `Function not found: ${arn}`);
        if (headers['x-amz-invocation-type'] !== 'Event')
          return restError(400, 'InvalidParameterValueException', 'Only the type Event is supported here.');
        if (body.length > eventMaxBytes)
          return restError(413, 'RequestTooLargeException', `An event has at most ${eventMaxBytes} bytes.`);
        const event = eventIn(body);
        if (!event)
          return restError(400, 'InvalidRequestContentException', 'The payload is not a JSON object.');
        invoke(functions.poolOf(known.name), event);
        return restReply(202);
      },
    };
  };

/** Undefined if the body is not a JSON object. Lambda takes any JSON; functions here only have objects as events. */
const eventIn = (body: Buffer): object | undefined => {
  try {
    const event: unknown = JSON.parse(body.length === 0 ? '{}' : body.toString());
    return typeof event === 'object' && event !== null ? event : undefined;
  } catch {
    return undefined;
  }
};
