const attribute = /^spent(\d{4})(\d{2})$/;

/** The month of a date in UTC: "2026-11". */
export const monthOf = (date: Date): string => date.toISOString().slice(0, 7);

/** The attribute of an organization's counters with the charges of a month: "spent202611". */
export const spentAttribute = (date: Date): string => `spent${monthOf(date).replace('-', '')}`;

/** The month of such an attribute; undefined for any other. */
export const monthOfAttribute = (name: string): string | undefined => {
  const [, year, month] = attribute.exec(name) ?? [];
  return year === undefined ? undefined : `${year}-${month}`;
};
