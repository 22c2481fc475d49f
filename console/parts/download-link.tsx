import type { ComponentChildren } from 'preact';
import { awaitSession } from '../api/calls.ts';
import { ErrorNote } from './error-note.tsx';
import { useAction } from './use-action.ts';

type Props = { href: string; children: ComponentChildren };

const save = (href: string): void =>
  Object.assign(document.createElement('a'), { href, download: '' }).click();

/** A link to a file that needs a session. The page checks the session first, because the browser does not report an ended one. */
export const DownloadLink = ({ href, children }: Props) => {
  const download = useAction(async () => {
    await awaitSession();
    save(href);
  });
  const onClick = (event: Event) => {
    event.preventDefault();
    download.run();
  };
  return (
    <>
      <a href={href} download="" onClick={onClick}>
        {children}
      </a>
      <ErrorNote error={download.error} />
    </>
  );
};
