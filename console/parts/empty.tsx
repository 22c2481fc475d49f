import type { ComponentChildren } from 'preact';

/** Where a list would be: that there is nothing yet, and what to do first. */
export const Empty = ({ children }: { children: ComponentChildren }) => <div class="empty">{children}</div>;
