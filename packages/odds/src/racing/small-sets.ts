/** How many sets of `size` there are. */
export const setCount = (from: number, size: number): number => {
  let count = 1
  for (let place = 0; place < size; place += 1) count = (count * (from - place)) / (place + 1)
  return from < size ? 0 : count
}

/**
 * Visits every set of `size` of the numbers below `from`, ascending inside, with its index: by its greatest number,
 * then the next. The array is reused.
 */
export const eachSet = (
  from: number,
  size: number,
  visit: (set: readonly number[], place: number) => void,
): void => {
  const set = Array.from({ length: size }, (_, place) => place)
  const count = setCount(from, size)
  for (let place = 0; place < count; place += 1) {
    visit(set, place)
    // Raises the lowest number that has room; those below start again.
    let rising = 0
    while (rising + 1 < size && (set[rising] ?? 0) + 1 === set[rising + 1]) rising += 1
    if (size > 0) set[rising] = (set[rising] ?? 0) + 1
    for (let below = 0; below < rising; below += 1) set[below] = below
  }
}

/** The index, among the sets of one more, of this set plus a number. */
export const widerPlace = (set: readonly number[], added: number): number => {
  let place = 0
  let before = 0
  for (const [order, one] of set.entries()) {
    if (one < added) before = order + 1
    place += setCount(one, order + (one < added ? 1 : 2))
  }
  return place + setCount(added, before + 1)
}
