import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { FIXTURE_LOCKS } from '../catalogue/queries.ts'
import { openExposureHeadroom } from '../risk/exposure-headroom.ts'
import { sportsbookSettings } from '../settings.ts'
import { addMatch, type Harness, offersAt, openHarness, requestFor } from '../testing/harness.ts'
import { placeBets } from './place-bets.ts'

/** Each lane has its own connection, and sends its next list as soon as one is committed. */
const LANES = 6
/**
 * No list started after the feed has requested the lock may overtake it. Past this many, they would overtake it for
 * ever.
 */
const MAX_LATER = 3 * LANES

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Whether a feed has requested this match's lock: it holds it, or waits for the lists that do. */
const hasAsked = async (fixtureId: number): Promise<boolean> => {
  const rows = await harness.deps.db`
    select pid from pg_locks
     where locktype = 'advisory' and classid = ${FIXTURE_LOCKS} and objid = ${fixtureId} and mode = 'ExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`
  return rows.length > 0
}

type Match = Awaited<ReturnType<typeof addMatch>>

/** Places overlapping lists of bets on the match until the feed gets the lock; returns how many overtook it. */
async function overtakenBy({ fixtureId, outcomes }: Match, feed: () => Promise<unknown>): Promise<number> {
  const needs = {
    policy: policyOf(harness.deps.config),
    settings: sportsbookSettings,
    wagering: wageringSettings,
    headroom: openExposureHeadroom(harness.deps.db, sportsbookSettings.roomsAgeMs),
  }
  const sent = { hasAsked: false, isThrough: false }
  let lists = 0
  /** Lists started after the feed requested the lock and committed before it got it. */
  let later = 0
  const bet = async (lane: number) => {
    const outcomeId = present(Object.values(outcomes)[lane % 5], 'an outcome')
    const playerId = await harness.newPlayer(1_000_000)
    while (!sent.isThrough && later <= MAX_LATER) {
      const isLater = sent.hasAsked
      const request = {
        ...requestFor(playerId, outcomeId, { accept: 'any', stakeCents: 100 }),
        hasWaited: false,
      }
      const [answer] = await placeBets(harness.deps, needs, [request])
      lists += 1
      if (isLater && answer?.ok && !sent.isThrough) later += 1
    }
  }
  const lanes = Array.from({ length: LANES }, (_, lane) => bet(lane))
  await expect.poll(() => lists).toBeGreaterThan(10 * LANES)
  const feeding = feed().finally(() => (sent.isThrough = true))
  while (!sent.isThrough && !sent.hasAsked) sent.hasAsked = await hasAsked(fixtureId)
  await Promise.all([feeding, ...lanes])
  return later
}

test.each(['a bet stop', 'a change of prices'])(
  '%s is not overtaken by lists of bets that overlap',
  async (what) => {
    const match = await addMatch(harness)
    const { key } = match
    const feed = () =>
      harness.receive([
        what === 'a bet stop' ? { kind: 'bet_stop', key } : { kind: 'odds', key, offers: offersAt(1500) },
      ])
    expect(await overtakenBy(match, feed)).toBeLessThanOrEqual(MAX_LATER)
  },
)
