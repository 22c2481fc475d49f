import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hash } from '../router.ts';

type Props = {
  summary: ComponentChildren;
  label: string;
  align?: 'left' | 'right';
  children: ComponentChildren;
};

/** A drop-down menu. Escape, a click outside, a chosen link and navigation close it. */
export const Menu = ({ summary, label, align = 'left', children }: Props) => {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute('open');
  useEffect(close, [hash.value]);
  useEffect(() => {
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close();
    };
    addEventListener('pointerdown', onPress);
    return () => removeEventListener('pointerdown', onPress);
  }, []);
  const closeToSummary = () => {
    close();
    details.current?.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && details.current?.open) closeToSummary();
  };
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a')) closeToSummary();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !details.current?.contains(relatedTarget)) close();
  };
  return (
    <details ref={details} class={`menu ${align}`} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <summary aria-label={label}>{summary}</summary>
      <div class="menu-list" onClick={onClick}>
        {children}
      </div>
    </details>
  );
};
