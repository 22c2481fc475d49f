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
