import type { ComponentChildren } from 'preact';

/** Replaces an empty list and says what to do first. */
export const Empty = ({ children }: { children: ComponentChildren }) => <div class="empty">{children}</div>;
