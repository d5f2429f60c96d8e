import type { Tx } from '../../platform/db/index.ts'
import { adapterName, sportOf } from '../sports/table.ts'
import {
  OWN_FEEDS,
  type KeyedRefusal,
  type FeedRefusal,
  type FeedName,
  type FixtureMessage,
  type EntryMessage,
  type BetCancelMessage,
  type FeedMessage,
  type MarketsMessage,
  type RollbackCancelMessage,
  type RollbackSettlementMessage,
  type SettlementMessage,
  type SettlementProposalMessage,
} from './messages.ts'
import * as queries from './queries.ts'
import type { Entry, Known } from './queries.ts'
import { marketType } from '@palpite/odds'
import type { MarketKey } from '../sports/adapter.ts'

/** The stored participants of these external fixtures, by the feed's key. */
export async function readEntries(tx: Tx, feed: FeedName, keys: readonly string[]): Promise<Entries> {
  if (keys.length === 0 || OWN_FEEDS.includes(feed)) return new Map()
  return Map.groupBy(await queries.selectEntries(tx, feed, keys), ({ key }) => key)
}

/** Writes the fixtures of a list and their participants. Returns the participants that have no place in them. */
export async function applyFeedFixtures(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly FixtureMessage[],
): Promise<KeyedRefusal[]> {
  if (fixtures.length === 0) return []
  const kept = await readEntries(
    tx,
    feed,
    fixtures.map(({ key }) => key),
  )
  const sports = fixtures.map(({ sport }) => sport)
  const competitions = fixtures.map(({ competition }) => competition)
  const placed = fixtures.map((fixture) => ({
    fixture,
    ...placeEntries(fixture, kept.get(fixture.key) ?? []),
  }))
  const entries = placed.flatMap(({ fixture: { key, sport }, entries: own }) =>
    own.map((entry) => ({ key, sport, ...entry })),
  )
  await queries.insertCompetitions(tx, sports, competitions, feed === 'simulator')
  await queries.insertParticipants(
    tx,
    entries.map(({ sport }) => sport),
    entries.map(({ name }) => name),
  )
  await queries.upsertFixtures(tx, feed, {
    keys: fixtures.map(({ key }) => key),
    sports,
    competitions,
    titles: fixtures.map(({ title }) => title),
    seasons: fixtures.map(({ season = null }) => season),
    startsAt: fixtures.map(({ startsAt }) => startsAt),
    dayOnly: fixtures.map(({ isDayOnly = false }) => isDayOnly),
    bestOfs: fixtures.map(({ form }) => form?.bestOf ?? null),
    matchTieBreaks: fixtures.map(({ form }) => form?.hasMatchTieBreak ?? null),
    outrights: fixtures.map(({ isOutright = false }) => isOutright),
    models: fixtures.map(
      (fixture) => fixture.model && JSON.stringify(sportOf(adapterName(fixture)).models.parse(fixture.model)),
    ),
    seeds: fixtures.map(({ play }) => play?.seed ?? null),
    speeds: fixtures.map(({ play }) => play?.speed ?? null),
    faults: fixtures.map(({ play }) => play?.fault ?? null),
    swapped: placed.map(({ isSwapped }) => isSwapped),
  })
  const written = await queries.upsertEntries(tx, feed, {
    keys: entries.map(({ key }) => key),
    places: entries.map(({ place }) => place),
    feedIds: entries.map(({ feedId }) => feedId),
    sports: entries.map(({ sport }) => sport),
    names: entries.map(({ name }) => name),
    withdrawn: entries.map(({ isWithdrawn }) => isWithdrawn),
    deducted: entries.map(({ isDeducted }) => isDeducted),
  })
  const withdrawn = written.filter(({ isWithdrawn }) => isWithdrawn)
  if (withdrawn.length > 0) {
    await queries.withdrawOutcomes(
      tx,
      withdrawn.map(({ fixtureId }) => fixtureId),
      withdrawn.map(({ place }) => place),
    )
  }
  return placed.flatMap(({ fixture: { key }, refused }) => refused.map((refusal) => ({ ...refusal, key })))
}

/** A participant to write: new, renamed, or unchanged. */
type PlacedEntry = Entry & { isWithdrawn: boolean; isDeducted: boolean }

type Placed = {
  entries: readonly PlacedEntry[]
  /**
   * The feed has swapped the sides of a match, or replaced one: what it reports about home and away concerns others.
   */
  isSwapped: boolean
  refused: readonly FeedRefusal[]
}

/** A race, or a competition: not two sides. */
const isField = (adapter: string): boolean => adapter === 'racing' || adapter === 'outright'

/**
 * Assigns positions to the participants of a feed: one known by id, or by name if it has none, keeps its position,
 * whatever its current name and place in the list; a newcomer in a field gets the next number. A match keeps its
 * first two sides.
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

/**
 * A participant listed twice under one id takes part once; at first listing two ids with one name cannot be
 * distinguished.
 */
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

/** Participants from before ids were stored are matched by name. */
const knownEntry = ({ id, name }: EntryMessage, kept: readonly Entry[]): Entry | undefined =>
  kept.find(({ feedId }) => id !== undefined && feedId === id) ??
  kept.find((one) => one.name === name && (id === undefined || one.feedId === null))

/** A renamed side without an id is identified by its position, if nobody else matches it. */
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

/** A name belongs to one entry. If two would have it, known ones keep their own. */
function withoutNamesakes(entries: readonly PlacedEntry[], kept: readonly Entry[]): readonly PlacedEntry[] {
  const placed = new Set(entries.map(({ place }) => place))
  const names = [...entries, ...kept.filter(({ place }) => !placed.has(place))].map(({ name }) => name)
  if (new Set(names).size === names.length) return entries
  const before = new Map(kept.map(({ place, name }) => [place, name]))
  return entries.map((one) => ({ ...one, name: before.get(one.place) ?? one.name }))
}

/** The participants of a list's fixtures, by the feed's key. */
type Entries = ReadonlyMap<string, readonly Entry[]>

type ById = MarketsMessage | SettlementMessage | SettlementProposalMessage

/** Messages whose outcomes are named by the feed's participant ids. */
export const isById = (message: FeedMessage): message is ById =>
  message.kind !== 'fixture' && 'isById' in message && message.isById === true

/**
 * Translates messages to our outcome codes. An outcome named by participant id is found wherever the feed lists that
 * participant now. Reports about home and away of a match with swapped or replaced sides concern others: they are not
 * applied, and betting is suspended.
 */
export function inOwnCodes(
  messages: readonly FeedMessage[],
  known: Known,
  entries: Entries,
): { messages: FeedMessage[]; refused: KeyedRefusal[] } {
  const refused: KeyedRefusal[] = []
  const own = messages.flatMap((message): FeedMessage | FeedMessage[] => {
    const { key } = message
    const fixture = known.get(key)
    if (!fixture) return message
    if (isById(message)) {
      const places = new Map((entries.get(key) ?? []).map(({ feedId, place }) => [feedId, place]))
      return withCodes(message, (id) => {
        const place = places.get(id)
        const code = place === undefined ? undefined : codeOf(fixture.sport, place)
        if (code === undefined) refused.push({ reason: 'unknown_outcome', detail: id, key })
        return code
      })
    }
    if (!fixture.isSwapped) return message
    const rest = withoutSided(message)
    if (rest === message) return message
    refused.push({
      reason: 'sides_swapped',
      detail: `${message.kind}: home or away was another when it was first told`,
      key,
    })
    return [{ kind: 'bet_stop', key }, ...(rest ? [rest] : [])]
  })
  return { messages: own, refused }
}

const codeOf = (sport: string, place: number): string | undefined =>
  isField(sport) ? String(place) : ['home', 'away'][place - 1]

const SIDED: readonly FeedMessage['kind'][] = ['play', 'odds', 'markets', 'settlement', 'settlement_proposal']

type OfWholeMarkets = RollbackSettlementMessage | BetCancelMessage | RollbackCancelMessage

const isOfWholeMarkets = (message: FeedMessage): message is OfWholeMarkets =>
  message.kind === 'rollback_settlement' ||
  message.kind === 'bet_cancel' ||
  message.kind === 'rollback_cancel'

/** The part of a message independent of sides: all, nothing, or what concerns whole markets without a side. */
function withoutSided(message: FeedMessage): FeedMessage | undefined {
  if (SIDED.includes(message.kind)) return undefined
  if (!isOfWholeMarkets(message)) return message
  const markets = message.markets.filter((market) => !isOfASide(market))
  if (markets.length === message.markets.length) return message
  return markets.length > 0 ? { ...message, markets } : undefined
}

/** A market of one side, or at a handicap: with swapped sides it is another one. */
const isOfASide = ({ type, side, lineQuarters }: MarketKey): boolean =>
  side !== null || (lineQuarters !== null && marketType(type)?.outcomes.includes('home') === true)

/** Drops what concerns unknown participants. */
function withCodes(message: ById, codeBy: (id: string) => string | undefined): ById {
  const coded = <Outcome extends { code: string }>(outcomes: readonly Outcome[]): Outcome[] =>
    outcomes.flatMap((outcome) => {
      const code = codeBy(outcome.code)
      return code === undefined ? [] : [{ ...outcome, code }]
    })
  if (message.kind === 'markets')
    return { ...message, markets: message.markets.map((one) => ({ ...one, outcomes: coded(one.outcomes) })) }
  return { ...message, markets: message.markets.map((one) => ({ ...one, outcomes: coded(one.outcomes) })) }
}
