import { hashOf } from '../route.ts';
import { PageHeading } from './page-heading.tsx';

export const NotFound = ({ what }: { what: 'page' | 'project' | 'organization' }) => (
  <>
    <PageHeading title="Not found" />
    <p>
      {what === 'page'
        ? 'There is no such page.'
        : `There is no such ${what}, or you are not a member of its organization.`}
    </p>
    <p>
      <a href={hashOf.organizations}>Organizations and projects</a>
    </p>
  </>
);

/** For a page that exists, but not for the user's role. */
export const NotAllowed = () => (
  <>
    <PageHeading title="Not allowed" />
    <p>Your role in this organization does not open this page. An owner can give you another one.</p>
    <p>
      <a href={hashOf.organizations}>Organizations and projects</a>
    </p>
  </>
);
