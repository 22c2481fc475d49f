import { signal } from '@preact/signals';

const shownMs = 4_000;
const toast = signal('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows for some seconds, and to screen readers, that something was done. */
export const showToast = (text: string): void => {
  toast.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => (toast.value = ''), shownMs);
};

/** The place where toasts appear. It exists once on the page. */
export const Toasts = () => <div role="status">{toast.value && <p class="toast">{toast.value}</p>}</div>;
