/**
 * The room of prices at the end of a row, for three of them or two wider ones; heads and rows share the measure, so that
 * they stand in line. With large text they go below the teams and take the whole width.
 */
export const priceColumns = (count: number): string =>
  count === 2
    ? 'grid grid-cols-[repeat(2,calc(var(--spacing)*89.5))] items-center gap-5 roomy:grid-cols-2'
    : 'grid grid-cols-[repeat(3,calc(var(--spacing)*58))] items-center gap-5 roomy:grid-cols-3'
