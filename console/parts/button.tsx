import type { ButtonHTMLAttributes } from 'preact';

type Props = Omit<ButtonHTMLAttributes, 'class'> & {
  /** `main` is the main action of a page or form. */
  tone?: 'main' | 'plain' | 'danger';
  size?: 'small' | 'normal';
  /** Whether the action that it started is still running. */
  isBusy?: boolean;
};

const classes = { main: '', plain: 'secondary outline', danger: 'danger outline' };

export const Button = ({ tone = 'plain', size, isBusy = false, ...button }: Props) => {
  const isSmall = (size ?? (tone === 'main' ? 'normal' : 'small')) === 'small';
  return (
    <button
      type="button"
      {...button}
      class={`${classes[tone]} ${isSmall ? 'small' : ''}`}
      aria-busy={isBusy}
    />
  );
};
