import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/assert.ts'
import { policyOf } from '../../protection/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { openRooms } from '../risk/index.ts'
import { sportsbookSettings } from '../settings.ts'
import { addMatch, type Harness, offersAt, openHarness } from '../testing/harness.ts'
import { requestFor } from '../testing/requests.ts'
import { placeBets } from './place-bets.ts'

/** Each lane has a connection of its own, and its next list begins as soon as one is committed. */
const LANES = 6
/** Far above what a stop takes on a busy machine, and far below how long a stop that lists overtake was seen to wait. */
const MAX_WAIT_MS = 5000

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Has overlapping lists of bets placed on the match until the feed got through; answers how that went. */
async function underLoad(outcomes: Record<string, number>, feed: () => Promise<unknown>) {
  const needs = {
    policy: policyOf(harness.deps.config),
    settings: sportsbookSettings,
    wagering: wageringSettings,
    rooms: openRooms(harness.deps.db, sportsbookSettings.roomsAgeMs),
  }
  const sent = { at: Number.POSITIVE_INFINITY, isThrough: false }
  const until = performance.now() + 2 * MAX_WAIT_MS
  let lists = 0
  /** Lists that began after the feed did and were committed before it got through. */
  let later = 0
  const bet = async (lane: number) => {
    const outcomeId = present(Object.values(outcomes)[lane % 5], 'an outcome')
    const playerId = await harness.newPlayer(1_000_000)
    while (!sent.isThrough && performance.now() < until) {
      const isLater = performance.now() > sent.at
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
  await expect.poll(() => lists, { timeout: 10_000 }).toBeGreaterThan(10 * LANES)
  sent.at = performance.now()
  await feed()
  sent.isThrough = true
  const waitedMs = performance.now() - sent.at
  await Promise.all(lanes)
  return { waitedMs, later }
}

test.each(['a bet stop', 'a change of prices'])(
  '%s is not overtaken by lists of bets that overlap',
  async (what) => {
    const { key, outcomes } = await addMatch(harness)
    const feed = () =>
      harness.hear([
        what === 'a bet stop' ? { kind: 'bet_stop', key } : { kind: 'odds', key, offers: offersAt(1500) },
      ])
    const { waitedMs, later } = await underLoad(outcomes, feed)
    expect(waitedMs).toBeLessThan(MAX_WAIT_MS)
    // Lists under way as the feed begins its transaction; none that began once it had asked for the match.
    expect(later).toBeLessThanOrEqual(3 * LANES)
  },
)
