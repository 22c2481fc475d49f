import type { ComponentChildren } from 'preact';
import { awaitSession } from '../api/calls.ts';
import { ErrorNote } from './error-note.tsx';
import { useAction } from './use-action.ts';

type Props = { href: string; children: ComponentChildren };

const save = (href: string): void =>
  Object.assign(document.createElement('a'), { href, download: '' }).click();

/** A file that needs a session. The browser says nothing about an ended one, so the page asks before. */
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
