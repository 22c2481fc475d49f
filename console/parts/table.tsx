import type { ComponentChildren } from 'preact';

type Column =
  | string
  | { readonly name: string; readonly is: 'number' | 'unseen' }
  /** A column with a check box that selects all rows. */
  | { readonly name: string; readonly is: 'selection'; readonly box: ComponentChildren };
type Props = {
  columns: readonly Column[];
  /**
   * The form of a row that has too little room, as on a phone: a card whose cells show their column's name from
   * `data-label`, a line of cells without names, or, if its cells are short, unchanged.
   */
  phone?: keyof typeof classes;
  children: ComponentChildren;
};

const classes = { cards: 'stacked', lines: 'stacked lines', table: 'figures-table' };

/** A table with more columns needs more room than a tablet has. */
const maxNarrow = 5;

export const Table = ({ columns, phone = 'cards', children }: Props) => (
  <div class={columns.length > maxNarrow ? 'room wide' : 'room'}>
    <table class={classes[phone]}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={typeof column === 'string' ? column : column.name} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const Heading = ({ column }: { column: Column }) => {
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  const { name, is } = column;
  if (is === 'selection') {
    return (
      <th scope="col" class="select">
        <label>
          {column.box}
          <span class="sr-only">{name}</span>
        </label>
      </th>
    );
  }
  return (
    <th scope="col" class={is === 'number' ? 'number' : undefined}>
      {is === 'unseen' ? <span class="sr-only">{name}</span> : name}
    </th>
  );
};
