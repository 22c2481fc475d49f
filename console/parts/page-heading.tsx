import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasNavigated } from '../router.ts';
import { scrollToPlace } from '../scrolled.ts';

type Props = { title: string; lead?: ComponentChildren; children?: ComponentChildren };

/** The title of a page and of the window. It gets the focus after navigation, so that screen readers announce it. */
export const PageHeading = ({ title, lead, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Earshot`;
  }, [title]);
  useEffect(() => {
    if (!hasNavigated.peek()) return;
    heading.current?.focus({ preventScroll: true });
    return scrollToPlace();
  }, []);
  return (
    <header class="page-heading">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="quiet">{lead}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
};
