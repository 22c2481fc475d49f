/** The values of each field. A field may be several check boxes. */
export type Values = Readonly<Record<string, readonly string[]>>;

/** The properties that inputs, selects and text areas share. */
export type Field = {
  readonly name: string;
  readonly type: string;
  readonly disabled: boolean;
  value: string;
  checked?: boolean;
};

/** Fills fields with their kept values. If a kept radio button no longer exists, the group keeps its choice. */
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
