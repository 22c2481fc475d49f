import { changeSearch } from '../router.ts';

type Props = {
  /** The chosen status. Undefined for all. */
  status: string | undefined;
  /** Each status with its name for people. */
  statuses: readonly (readonly [status: string, name: string])[];
};

/** Filters a list by status. The choice is in the address of the page, where it starts the list anew. */
export const StatusFilter = ({ status = '', statuses }: Props) => (
  <select
    aria-label="Status"
    value={status}
    onChange={({ currentTarget: { value } }) => changeSearch({ status: value, cursor: undefined })}
  >
    <option value="">Any status</option>
    {statuses.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </select>
);
