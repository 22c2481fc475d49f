import { useEffect, useState } from 'preact/hooks';
import { listKeys } from '../api/calls.ts';
import { keyOf } from '../api/query-keys.ts';
import { listWebhooks } from '../api/webhook-calls.ts';
import type { Tenant } from '../api/types.ts';
import { jobsQuery } from '../jobs/jobs-query.ts';
import { Button } from '../parts/button.tsx';
import { readStored, writeStored } from '../parts/stored.ts';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { mayIn } from '../workspace.ts';
import { stepsOf } from './checklist-steps.ts';

const pollMs = 15_000;

const nameOf = (projectId: string): string => `first-steps-hidden/${projectId}`;

const isDismissed = (projectId: string): boolean => readStored(nameOf(projectId)) !== null;

/** Hides the first steps of a project in this browser. */
const dismiss = (projectId: string): void => writeStored(nameOf(projectId), 'yes');

/** The first steps of a project. Each is ticked automatically. The list disappears when all are done. */
export const Checklist = ({ tenant }: { tenant: Tenant }) => {
  const { projectId } = tenant;
  const [isHidden, setHidden] = useState(() => isDismissed(projectId));
  return isHidden || !mayIn(projectId, 'read') ? null : (
    <Steps
      tenant={tenant}
      onHide={() => {
        dismiss(projectId);
        setHidden(true);
      }}
    />
  );
};

const Steps = ({ tenant, onHide }: { tenant: Tenant; onHide: () => void }) => {
  const { projectId } = tenant;
  const { state: jobs } = useQuery(jobsQuery(tenant));
  const { state: keys } = useQuery({
    key: keyOf.keys(projectId),
    load: () => listKeys(projectId),
    pollMs: () => pollMs,
  });
  const { state: webhooks } = useQuery({
    key: keyOf.webhooks(tenant),
    load: () => listWebhooks(tenant),
    pollMs: () => pollMs,
  });
  const areReady = jobs.is === 'ready' && keys.is === 'ready' && webhooks.is === 'ready';
  const steps = areReady
    ? stepsOf({ jobs: jobs.value, keys: keys.value, webhooks: webhooks.value })
    : undefined;
  const hasFailed = [jobs, keys, webhooks].some(({ is }) => is === 'failed');
  const done = steps?.filter(({ isDone }) => isDone).length;
  const isOver = done !== undefined && done === steps?.length;
  // Dismisses the list, so that the next visit reserves no place for it.
  useEffect(() => {
    if (isOver) dismiss(projectId);
  }, [isOver]);
  if (isOver || hasFailed) return null;
  if (!steps) return <div class="checklist" aria-hidden="true" />;
  return (
    <section class="checklist" aria-labelledby="first-steps">
      <div class="card-heading">
        <h2 id="first-steps">
          First steps <span class="quiet">{`${done} of ${steps.length}`}</span>
        </h2>
        <Button onClick={onHide}>Hide</Button>
      </div>
      <ol>
        {steps.map(({ text, page, isDone }) => (
          <li key={text} class={isDone ? 'done' : ''}>
            <span class="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>
            {isDone || page === 'playground' ? (
              text
            ) : (
              <a href={page === 'docs' ? '/docs' : hashOf.project(tenant, page)}>{text}</a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
