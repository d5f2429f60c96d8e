import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { closedPeriods, matchStatuses, type Pair } from '../catalogue/index.ts'
import type { FeedMessage, FeedName, FixtureMessage, OddsMessage, PlayMessage } from './messages.ts'
import { marketChanged } from '../events.ts'
import * as queries from './queries.ts'

type Known = ReadonlyMap<string, queries.KnownFixture>

/**
 * Takes what a feed says: fixtures, the state of matches, prices, stops. One statement a table for the whole
 * list; within a list fixtures come first, then play, then odds and stops. Fixtures that changed become one
 * event. Answers the ids of the fixtures named, by the feed's keys.
 */
export async function takeMessages(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<Map<string, number>> {
  await queries.touchFeed(tx, feed)
  if (messages.length === 0) return new Map()
  const fixtures = messages.filter((message) => message.kind === 'fixture')
  const plays = messages.filter((message) => message.kind === 'play')
  const keys = [...new Set(messages.map(({ key }) => key))]
  await queries.keepBetsOut(tx, feed, keys)
  await takeFixtures(tx, feed, fixtures)
  const known: Known = new Map((await queries.lockFixtures(tx, feed, keys)).map((row) => [row.key, row]))
  // Whether betting is stopped now, where the list says so.
  const changed = new Map<number, boolean | null>(fixtures.map(({ key }) => [idOf(known, key), null]))
  for (const id of await takePlays(tx, known, plays)) changed.set(id, null)
  for (const [id, isStopped] of await takeOdds(tx, known, messages)) changed.set(id, isStopped)
  const ids = [...changed.keys()].sort((one, other) => one - other)
  await queries.bumpVersions(
    tx,
    ids,
    ids.map((id) => changed.get(id) ?? null),
  )
  await writeEvents(tx, marketChanged, await queries.selectChanges(tx, ids))
  return new Map([...known].map(([key, { id }]) => [key, id]))
}

function idOf(known: Known, key: string): number {
  const fixture = known.get(key)
  assert(fixture !== undefined, `a feed names a fixture before it sends messages of it, not ${key}`)
  return fixture.id
}

async function takeFixtures(tx: Tx, feed: FeedName, fixtures: readonly FixtureMessage[]): Promise<void> {
  if (fixtures.length === 0) return
  const sports = fixtures.map(({ sport }) => sport)
  const homes = fixtures.map(({ home }) => home)
  const aways = fixtures.map(({ away }) => away)
  const competitions = fixtures.map(({ competition }) => competition)
  await queries.insertCompetitions(tx, sports, competitions, feed === 'simulator')
  await queries.insertTeams(tx, [...sports, ...sports], [...homes, ...aways])
  await queries.upsertFixtures(tx, feed, {
    keys: fixtures.map(({ key }) => key),
    sports,
    competitions,
    homes,
    aways,
    startsAt: fixtures.map(({ startsAt }) => startsAt),
    expectedHome: fixtures.map(({ expected }) => expected?.home ?? null),
    expectedAway: fixtures.map(({ expected }) => expected?.away ?? null),
    rho: fixtures.map(({ expected }) => expected?.rho ?? null),
    seeds: fixtures.map(({ play }) => play?.seed ?? null),
    speeds: fixtures.map(({ play }) => play?.speed ?? null),
  })
}

/** Writes plays that say something different, closes what is over, and has changed results resolved anew. */
async function takePlays(tx: Tx, known: Known, plays: readonly PlayMessage[]): Promise<number[]> {
  const different = plays.flatMap((play) => {
    const fixture = known.get(play.key)
    assert(fixture !== undefined, `a feed names a fixture before it sends messages of it, not ${play.key}`)
    return isSamePlay(fixture, play) ? [] : [{ id: fixture.id, fixture, play }]
  })
  if (different.length === 0) return []
  await queries.updatePlays(tx, {
    ids: different.map(({ id }) => id),
    matchStatuses: different.map(({ play }) => play.matchStatus),
    minutes: different.map(({ play }) => play.minute),
    scores: pairs(different, ({ score }) => score),
    halves: pairs(different, ({ halfTime }) => halfTime),
    corners: pairs(different, ({ corners }) => corners),
    cards: pairs(different, ({ cards }) => cards),
  })
  const corrected = different.filter(({ fixture, play }) => isCorrected(fixture, play))
  if (corrected.length > 0)
    await queries.reopenSettled(
      tx,
      corrected.map(({ id }) => id),
    )
  const closed = different
    .filter((one) => one.fixture.matchStatus !== one.play.matchStatus || corrected.includes(one))
    .flatMap(({ id, play }) => closedPeriods(play.matchStatus).map((period) => ({ id, period })))
  if (closed.length > 0) {
    await queries.closeMarkets(
      tx,
      closed.map(({ id }) => id),
      closed.map(({ period }) => period),
    )
  }
  return different.map(({ id }) => id)
}

type Different = { play: PlayMessage }

const pairs = (
  different: readonly Different[],
  pick: (play: PlayMessage) => Pair | null,
): [(number | null)[], (number | null)[]] => [
  different.map(({ play }) => pick(play)?.home ?? null),
  different.map(({ play }) => pick(play)?.away ?? null),
]

const isPair = (pair: Pair | null, home: number | null, away: number | null) =>
  (pair?.home ?? null) === home && (pair?.away ?? null) === away

const isSamePlay = (fixture: queries.KnownFixture, play: PlayMessage): boolean =>
  fixture.matchStatus === play.matchStatus &&
  fixture.minute === play.minute &&
  isPair(play.score, fixture.homeScore, fixture.awayScore) &&
  isPair(play.halfTime, fixture.halfHomeScore, fixture.halfAwayScore) &&
  isPair(play.corners, fixture.homeCorners, fixture.awayCorners) &&
  isPair(play.cards, fixture.homeCards, fixture.awayCards)

/**
 * Whether a result that markets may have been resolved by is said otherwise now. What was void because the match
 * was put off or cancelled stays void: played on another day it is another match, with a key of its own.
 */
function isCorrected(fixture: queries.KnownFixture, play: PlayMessage): boolean {
  const isHalfChanged = !isPair(play.halfTime, fixture.halfHomeScore, fixture.halfAwayScore)
  if (fixture.matchStatus !== matchStatuses.finished) return isHalfChanged && fixture.halfHomeScore !== null
  const isEndChanged = !isPair(play.score, fixture.homeScore, fixture.awayScore)
  return isHalfChanged || isEndChanged || play.matchStatus !== matchStatuses.finished
}

/** Opens, prices and suspends markets as the odds and stops of a list say. */
async function takeOdds(
  tx: Tx,
  known: Known,
  messages: readonly FeedMessage[],
): Promise<[id: number, isStopped: boolean][]> {
  const odds = messages.filter((message) => message.kind === 'odds')
  const stops = messages.filter((message) => message.kind === 'bet_stop')
  const ids = [...odds, ...stops].map(({ key }) => idOf(known, key))
  if (ids.length === 0) return []
  const rows = odds.flatMap((message) => rowsOf(idOf(known, message.key), message))
  const offers = rows.filter(({ isFirst }) => isFirst)
  const columns = offerColumns(offers)
  await queries.suspendOthers(tx, ids, columns)
  if (rows.length > 0) {
    await queries.openMarkets(tx, columns)
    await queries.upsertPrices(tx, {
      ...offerColumns(rows),
      codes: rows.map(({ code }) => code),
      prices: rows.map(({ priceMilli }) => priceMilli),
    })
  }
  return [
    ...odds.map(({ key }): [number, boolean] => [idOf(known, key), false]),
    ...stops.map(({ key }): [number, boolean] => [idOf(known, key), true]),
  ]
}

/** One row for each outcome; the first of each market also stands for the market. */
const rowsOf = (fixtureId: number, { offers }: OddsMessage) =>
  offers.flatMap(({ outcomes, ...offer }) =>
    outcomes.map((outcome, place) => ({ fixtureId, ...offer, ...outcome, isFirst: place === 0 })),
  )

type OfferRow = { fixtureId: number; type: string; period: number; lineQuarters: number | null }

const offerColumns = (rows: readonly OfferRow[]): queries.OfferColumns => ({
  fixtureIds: rows.map(({ fixtureId }) => fixtureId),
  types: rows.map(({ type }) => type),
  periods: rows.map(({ period }) => period),
  lines: rows.map(({ lineQuarters }) => lineQuarters),
})
