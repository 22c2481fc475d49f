export const Logo = () => (
  <span class="logo">
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#00745a" />
      <path d="M8 13v6M13 9v14M18 12v8M23 14v4" stroke="#fff" stroke-width="2.6" stroke-linecap="round" />
    </svg>
    <span class="name">Earshot</span>
  </span>
);
