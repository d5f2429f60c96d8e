import { entryCents, entryOfCents, type MoneyEntry } from '@palpite/ui'

/** Half of a stake, rounded down to the cent, but never less than the least one. */
export const halved = (entry: MoneyEntry, leastCents: number): MoneyEntry =>
  entryOfCents(Math.max(leastCents, Math.floor(entryCents(entry) / 2)))

/** Twice a stake, but never more than the most one. */
export const doubled = (entry: MoneyEntry, mostCents: number): MoneyEntry =>
  entryOfCents(Math.min(mostCents, entryCents(entry) * 2))
