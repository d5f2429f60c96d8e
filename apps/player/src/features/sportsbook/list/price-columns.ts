/**
 * Three prices at the end of a row; heads and rows share the measure, so that they stand in line. With large text
 * they go below the teams and take the whole width.
 */
export const priceColumns =
  'grid grid-cols-[repeat(3,calc(var(--spacing)*58))] items-center gap-5 roomy:grid-cols-3'
