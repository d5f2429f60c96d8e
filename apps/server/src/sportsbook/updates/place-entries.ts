import { adapterName } from '../sports/table.ts'
import type { FeedRefusal } from './feed-refusal.ts'
import type { EntryMessage, FixtureMessage } from './messages.ts'

/**
 * Who takes part in a fixture, as it is kept. The place is ours and stays from first sight: home is 1 and away 2, of a field
 * it is the runner's number, and bets are on it. The id is the feed's; none where the feed has none.
 */
export type Entry = { place: number; feedId: string | null; name: string }

/** One to be written: new, by another name, or as it was. */
export type PlacedEntry = Entry & { isWithdrawn: boolean; isDeducted: boolean }

export type Placed = {
  entries: readonly PlacedEntry[]
  /**
   * The feed names the sides of a match the other way round, or one in the place of another: what it says of home and away is
   * of others.
   */
  isSwapped: boolean
  refused: readonly FeedRefusal[]
}

/** A race, or all that can win a competition: no two sides. */
export const isField = (adapter: string): boolean => adapter === 'racing' || adapter === 'outright'

/**
 * Finds the place of everybody whom a feed names: who is known by the feed's id, or by name where it has none, keeps it,
 * whatever it is called now and wherever the feed lists it; who is new in a field gets the next number. A match has the two
 * sides that it was told first.
 */
export function placeEntries(fixture: FixtureMessage, kept: readonly Entry[]): Placed {
  const { participants, refused } = eachOnce(fixture.participants, kept.length === 0)
  const listed = participants.map((one, at) => ({ one, at, known: knownEntry(one, kept) }))
  if (kept.length === 0) return { entries: listed.map(firstSeen), isSwapped: false, refused }
  const isMatch = !isField(adapterName(fixture))
  let last = Math.max(...kept.map(({ place }) => place))
  const entries: PlacedEntry[] = []
  const strangers: EntryMessage[] = []
  for (const { one, at, known } of listed) {
    const entry = known ?? (isMatch ? unnamedSide(kept, listed, at + 1) : undefined)
    if (entry) entries.push({ ...asWritten(one, entry.place), ...(one.id === undefined ? entry : {}) })
    else if (isMatch || [...kept, ...entries].some(({ name }) => name === one.name)) strangers.push(one)
    else entries.push(asWritten(one, (last += 1)))
  }
  const isSwapped =
    isMatch &&
    !fixture.isById &&
    (strangers.length > 0 || listed.some(({ known, at }) => known && known.place !== at + 1))
  return {
    entries: withoutNamesakes(entries, kept),
    isSwapped,
    refused: [...refused, ...strangers.map(isNobody)],
  }
}

const isNobody = ({ id = '', name }: EntryMessage): FeedRefusal => ({
  reason: 'name_not_mapped',
  detail: `${name} ${id} is none of those who take part`,
})

/** Whom a feed lists twice by one id takes part once; at first sight two ids by one name cannot be told apart. */
function eachOnce(listed: readonly EntryMessage[], isFirstSight: boolean) {
  const refused: FeedRefusal[] = []
  const ids = new Set<string>()
  const names = new Set<string>()
  const participants = listed.filter((one) => {
    if (one.id === undefined) return true
    if (ids.has(one.id) || (isFirstSight && names.has(one.name))) {
      refused.push(isNobody(one))
      return false
    }
    ids.add(one.id)
    names.add(one.name)
    return true
  })
  return { participants, refused }
}

const asWritten = (
  { id, name, isWithdrawn = false, isDeducted = true }: EntryMessage,
  place: number,
): PlacedEntry => ({ place, feedId: id ?? null, name, isWithdrawn, isDeducted })

const firstSeen = ({ one, at }: { one: EntryMessage; at: number }): PlacedEntry => asWritten(one, at + 1)

/** Who was told before ids were kept is known by name. */
const knownEntry = ({ id, name }: EntryMessage, kept: readonly Entry[]): Entry | undefined =>
  kept.find(({ feedId }) => id !== undefined && feedId === id) ??
  kept.find((one) => one.name === name && (id === undefined || one.feedId === null))

/** A side whose name has changed and that had no id, where nobody else is known to be it: its place tells. */
const unnamedSide = (
  kept: readonly Entry[],
  listed: readonly { one: EntryMessage; known: Entry | undefined }[],
  side: number,
): Entry | undefined =>
  kept.find(
    (entry) =>
      entry.place === side &&
      (entry.feedId === null || listed[side - 1]?.one.id === undefined) &&
      listed.every(({ known }) => known?.place !== side),
  )

/** A name is one entry's. Where two would bear it, those known keep their own. */
function withoutNamesakes(entries: readonly PlacedEntry[], kept: readonly Entry[]): readonly PlacedEntry[] {
  const placed = new Set(entries.map(({ place }) => place))
  const names = [...entries, ...kept.filter(({ place }) => !placed.has(place))].map(({ name }) => name)
  if (new Set(names).size === names.length) return entries
  const before = new Map(kept.map(({ place, name }) => [place, name]))
  return entries.map((one) => ({ ...one, name: before.get(one.place) ?? one.name }))
}
