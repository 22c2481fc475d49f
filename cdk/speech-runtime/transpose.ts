/** Writes a matrix [rows × columns] into `transposed` [columns × rows], and returns `transposed`. */
export const transpose = <Numbers extends Float32Array | Uint8Array | Int8Array>(
  values: Numbers,
  columns: number,
  transposed: Numbers,
): Numbers => {
  const rows = values.length / columns;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      transposed[column * rows + row] = values[row * columns + column] ?? 0;
  return transposed;
};
