import { createOrganization, createProject } from '../api/calls.ts';
import type { Organization } from '../api/types.ts';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { SubmitRow } from '../parts/submit-row.tsx';
import { useAction } from '../parts/use-action.ts';
import { lastMode } from '../last-mode.ts';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';
import { addOrganization, addProject, findProject, workspace } from '../workspace.ts';

/** Creates the first organization and project. `organization` exists already if an earlier attempt failed halfway. */
export const FirstSteps = ({ organization }: { organization: Organization | undefined }) => {
  const action = useAction(async (form: FormData) => {
    const owner = organization ?? (await createOrganization(textOf(form, 'organization')));
    if (!workspace.value.some(({ id }) => id === owner.id)) addOrganization(owner);
    const project = await createProject(owner.id, textOf(form, 'project'));
    addProject(project);
    if (findProject(project.id))
      goTo(hashOf.project({ projectId: project.id, mode: lastMode() }, 'playground'));
  });
  return (
    <div class="narrow">
      <PageHeading
        title="Welcome"
        lead="An organization pays and has members. A project has its own API keys, webhooks and usage."
      />
      <Form action={action}>
        {!organization && (
          <Field
            name="organization"
            label="Organization"
            required
            maxLength={100}
            autoComplete="organization"
            placeholder="Your company"
          />
        )}
        <Field name="project" label="First project" required maxLength={100} placeholder="Call notes" />
        <SubmitRow label="Create" isBusy={action.isBusy} />
      </Form>
    </div>
  );
};
