/** The values of each field, which may be several check boxes. */
export type Values = Readonly<Record<string, readonly string[]>>;

/** What inputs, selects and text areas have in common. */
export type Field = {
  readonly name: string;
  readonly type: string;
  readonly disabled: boolean;
  value: string;
  checked?: boolean;
};

/** Fills fields with what was kept of them. Of radio buttons one stays chosen, whatever may no longer be. */
export const fillFields = (fields: readonly Field[], values: Values): void => {
  for (const field of fields) {
    const kept = values[field.name];
    if (!kept || field.disabled) continue;
    const isKept = kept.includes(field.value);
    if (field.type === 'checkbox') field.checked = isKept;
    else if (field.type === 'radio') field.checked ||= isKept;
    else field.value = kept[0] ?? '';
  }
};
