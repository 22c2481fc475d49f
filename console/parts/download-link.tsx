import type { ComponentChildren } from 'preact';
import { awaitSession } from '../api/calls.ts';
import { ErrorNote } from './error-note.tsx';
import { useAction } from './use-action.ts';

type Props = { href: string; children: ComponentChildren };

const save = (href: string): void =>
  Object.assign(document.createElement('a'), { href, download: '' }).click();

/**
 * Links to files that need a session, and the error of the last one. The page checks the session first, because the browser
 * does not report an ended one.
 */
export const useDownload = () => {
  const download = useAction(async (href: string) => {
    await awaitSession();
    save(href);
  });
  const linkTo = (href: string) => ({
    href,
    download: '',
    onClick: (event: Event) => {
      event.preventDefault();
      download.run(href);
    },
  });
  return { linkTo, error: download.error };
};

export const DownloadLink = ({ href, children }: Props) => {
  const { linkTo, error } = useDownload();
  return (
    <>
      <a {...linkTo(href)}>{children}</a>
      <ErrorNote error={error} />
    </>
  );
};
