/** Row i of the result is row `rows[i]` of `values`. Returns `values` itself if the order does not change. */
export const gatherRows = (values: Float32Array, rows: readonly number[], rowSize: number): Float32Array => {
  if (values.length === rows.length * rowSize && rows.every((row, i) => row === i)) return values;
  const gathered = new Float32Array(rows.length * rowSize);
  rows.forEach((row, i) => gathered.set(values.subarray(row * rowSize, (row + 1) * rowSize), i * rowSize));
  return gathered;
};
