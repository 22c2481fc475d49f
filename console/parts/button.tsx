import type { ButtonHTMLAttributes } from 'preact';

type Props = Omit<ButtonHTMLAttributes, 'class'> & {
  /** `main` is what a page or form is for. */
  tone?: 'main' | 'plain' | 'danger';
  size?: 'small' | 'normal';
  /** What it began is not done yet. */
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
