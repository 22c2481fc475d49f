import { hashOf } from '../route.ts';
import { PageHeading } from './page-heading.tsx';

const texts = {
  page: 'There is no such page.',
  project: 'There is no such project, or you are not a member of its organization.',
  organization: 'There is no such organization, or you are not a member of it.',
} as const;

export const NotFound = ({ what }: { what: keyof typeof texts }) => (
  <>
    <PageHeading title="Not found" />
    <p>{texts[what]}</p>
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
