import { statusUrl } from '../status-url.ts';

/** Leads to the operator's page about outages, in a tab of its own; nothing without one. */
export const StatusLink = ({ text = 'Status' }: { text?: string }) =>
  statusUrl === undefined ? null : (
    <a href={statusUrl} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
