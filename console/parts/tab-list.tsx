type Props<Name extends string> = {
  label: string;
  tabs: Readonly<Record<Name, string>>;
  current: Name;
  onCurrent: (name: Name) => void;
};

/** Several views of one thing. One of them is shown. The arrow keys move between them. */
export const TabList = <Name extends string>({ label, tabs, current, onCurrent }: Props<Name>) => {
  const names = Object.keys(tabs).filter((name): name is Name => name in tabs);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = names.at((names.indexOf(current) + step) % names.length);
    if (next !== undefined) onCurrent(next);
    const list = event.currentTarget;
    if (list instanceof HTMLElement)
      requestAnimationFrame(() => list.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <div class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === current}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onCurrent(name)}
        >
          {tabs[name]}
        </button>
      ))}
    </div>
  );
};
