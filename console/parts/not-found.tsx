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

/** The text for a page that exists, but that the user's role may not open. */
export const NotAllowed = () => (
  <>
    <PageHeading title="Not allowed" />
    <p>Your role in this organization does not open this page. An owner can give you another one.</p>
    <p>
      <a href={hashOf.organizations}>Organizations and projects</a>
    </p>
  </>
);
