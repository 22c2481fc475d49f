import { statusUrl } from '../status-url.ts';

/** Links to the operator's page about outages, in a new tab. Renders nothing if there is no such page. */
export const StatusLink = ({ text = 'Status' }: { text?: string }) =>
  statusUrl === undefined ? null : (
    <a href={statusUrl} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
