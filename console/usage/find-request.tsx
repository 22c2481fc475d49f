import { useState } from 'preact/hooks';
import { getRecordedRequest } from '../api/calls.ts';
import type { RecordedRequest, Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Moment } from '../parts/moment.tsx';
import { useAction } from '../parts/use-action.ts';

/** Looks up a request by the id in its answer. */
export const FindRequest = ({ tenant }: { tenant: Tenant }) => {
  const [found, setFound] = useState<RecordedRequest>();
  const find = useAction(async (form: FormData) => {
    setFound(undefined);
    setFound(await getRecordedRequest(tenant, textOf(form, 'request')));
  });
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">Find a request</h2>
      <Form action={find} draft={`find-request/${tenant.projectId}`}>
        <Field
          name="request"
          label="Request id"
          required
          hint="The X-Request-Id of an answer to a request with an API key. Those that failed or changed something are kept for seven days. Requests of this console are not."
        />
        <Button type="submit" tone="main" size="small" isBusy={find.isBusy}>
          Find
        </Button>
      </Form>
      <div role="status">{found && <Facts request={found} />}</div>
    </section>
  );
};

const Facts = ({ request }: { request: RecordedRequest }) => (
  <dl class="facts">
    <dt>Request</dt>
    <dd>
      <code>{request.route}</code>
    </dd>
    <dt>Answer</dt>
    <dd>
      {request.status} {request.error_type !== null && <code>{request.error_type}</code>}
    </dd>
    <dt>When</dt>
    <dd>
      <Moment at={request.at} />, within {request.duration_ms.toLocaleString('en')} ms
    </dd>
    {request.location !== null && (
      <>
        <dt>Created</dt>
        <dd>
          <code>{request.location}</code>
        </dd>
      </>
    )}
    {request.client_request_id !== null && (
      <>
        <dt>Your id</dt>
        <dd>
          <code>{request.client_request_id}</code>
        </dd>
      </>
    )}
  </dl>
);
