import { createOrganization, createProject } from '../api/calls.ts';
import type { Organization, Session, Tenant } from '../api/types.ts';
import { lastMode } from '../last-mode.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { throwAt } from '../parts/field-errors.ts';
import { Form, textOf } from '../parts/form.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useAction } from '../parts/use-action.ts';
import { sendSample } from '../playground/sample-recording.ts';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { addOrganization, addProject, findProject, workspace } from '../workspace.ts';

type Props = {
  user: Session['user'];
  /** Already exists if an earlier attempt failed halfway. */
  organization: Organization | undefined;
};

const maxCharacters = 100;

/** `Ada's team`. From an email address, uses the part before the @. */
const teamOf = ({ name, email }: Session['user']): string => {
  const [who = ''] = (name || email).split(/[@\s]/);
  return `${who.slice(0, maxCharacters / 2)}'s team`;
};

/** Creates the first organization and project, with prefilled names, and shows what the service does. */
export const FirstSteps = ({ user, organization }: Props) => {
  const action = useAction(async (form: FormData) => {
    const isHere = here();
    const owner =
      organization ?? (await createOrganization(textOf(form, 'organization')).catch(throwAt('organization')));
    if (!workspace.value.some(({ id }) => id === owner.id)) addOrganization(owner);
    const project = await createProject(owner.id, textOf(form, 'project')).catch(throwAt('project'));
    const mayLead = isHere();
    addProject(project);
    if (!findProject(project.id)) return;
    const isTrial = form.has('sample');
    const tenant: Tenant = { projectId: project.id, mode: isTrial ? 'test' : lastMode() };
    if (isTrial) await sendSample(tenant);
    if (mayLead) goTo(hashOf.project(tenant, 'playground'));
  });
  return (
    <div class="narrow">
      <PageHeading
        title="Welcome"
        lead="See a recording become text: one click, free of charge. You can change the names later."
      />
      <Form action={action} draft="first-steps">
        {!organization && (
          <Field
            name="organization"
            label="Organization"
            hint="It pays, and has members."
            required
            maxLength={maxCharacters}
            autoComplete="organization"
            defaultValue={teamOf(user)}
          />
        )}
        <Field
          name="project"
          label="First project"
          hint="It has its own API keys, webhooks and usage."
          required
          maxLength={maxCharacters}
          defaultValue="First project"
        />
        <div class="actions">
          <Button
            tone="main"
            type="submit"
            name="sample"
            isBusy={action.isBusy}
            aria-disabled={action.isBusy}
          >
            Try a sample
          </Button>
          <Button type="submit" size="normal" aria-disabled={action.isBusy}>
            Create
          </Button>
        </div>
      </Form>
    </div>
  );
};
