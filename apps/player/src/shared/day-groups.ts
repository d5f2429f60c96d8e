/** The entries of one local day, newest first; `day` is any instant of it. */
export type DayGroup<T> = { day: string; items: T[] }

const dayOf = (at: string): string => new Date(at).toDateString()

/** Groups newest-first entries by day, by the device's clock. */
export const dayGroups = <T extends { at: string }>(items: readonly T[]): DayGroup<T>[] => {
  const groups: DayGroup<T>[] = []
  for (const item of items) {
    const group = groups.at(-1)
    if (group && dayOf(group.day) === dayOf(item.at)) group.items.push(item)
    else groups.push({ day: item.at, items: [item] })
  }
  return groups
}

/** How long ago a day was: today, yesterday, or earlier. */
export const nearnessOf = (at: string, now: number = Date.now()): 'today' | 'yesterday' | 'earlier' => {
  if (dayOf(at) === new Date(now).toDateString()) return 'today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return dayOf(at) === yesterday.toDateString() ? 'yesterday' : 'earlier'
}
