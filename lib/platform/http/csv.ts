type Cell = string | number | null;

// A spreadsheet interprets a cell that begins like this as a formula.
const isFormula = /^[=+\-@\t\r]/;

const cellOf = (value: Cell): string => {
  if (typeof value === 'number') return String(value);
  const text = value === null ? '' : isFormula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as CSV (RFC 4180) with a line of headings. Null is an empty cell. */
export const csvOf = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Cell>>[],
): string =>
  [columns.join(','), ...rows.map((row) => columns.map((column) => cellOf(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
