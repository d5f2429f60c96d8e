/**
 * The width of a row's prices, for three or two wider ones; heads and rows share it to stay aligned. At large text
 * they go below the teams.
 */
export const priceColumns = (count: number): string =>
  count === 2
    ? 'grid grid-cols-[repeat(2,calc(var(--spacing)*89.5))] items-center gap-5 roomy:grid-cols-2'
    : 'grid grid-cols-[repeat(3,calc(var(--spacing)*58))] items-center gap-5 roomy:grid-cols-3'
