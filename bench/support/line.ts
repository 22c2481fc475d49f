/** Least-squares fit through (x, y), with the coefficient of determination R². */
export const lineThrough = (points: readonly (readonly [number, number])[]) => {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const meanX = mean(([x]) => x);
  const meanY = mean(([, y]) => y);
  const covariance = mean(([x, y]) => (x - meanX) * (y - meanY));
  const varianceX = mean(([x]) => (x - meanX) ** 2);
  const varianceY = mean(([, y]) => (y - meanY) ** 2);
  const slope = covariance / varianceX;
  return { slope, intercept: meanY - slope * meanX, rSquared: covariance ** 2 / (varianceX * varianceY) };
};
