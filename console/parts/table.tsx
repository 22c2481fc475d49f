import type { ComponentChildren } from 'preact';

type Column = string | { readonly name: string; readonly is: 'number' | 'unseen' };
type Props = {
  columns: readonly Column[];
  /** On a phone the cells of a row follow each other in a line, without the names of their columns. */
  isCompact?: boolean;
  children: ComponentChildren;
};

/** A table, of which each row becomes a card on a phone; its cells name their column in `data-label`. */
export const Table = ({ columns, isCompact = false, children }: Props) => (
  <table class={`stacked ${isCompact ? 'compact' : ''}`}>
    <thead>
      <tr>
        {columns.map((column) => {
          const { name, is } = typeof column === 'string' ? { name: column, is: undefined } : column;
          return (
            <th key={name} scope="col" class={is === 'number' ? 'number' : undefined}>
              {is === 'unseen' ? <span class="sr-only">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
