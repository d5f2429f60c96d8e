/** Joins class names by spaces; falsy ones are omitted. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
