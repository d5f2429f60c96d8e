import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { readFixtures } from '../catalogue/read-catalogue.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  addMatch,
  codeOf,
  type Harness,
  type Match,
  offersAt,
  openHarness,
  plainOffers,
  play,
  requestFor,
} from '../testing/harness.ts'
import { editPrices, readEditablePrice } from './edit-prices.ts'
import { endHandPricesInTime, movePricesByLiability } from './trading.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({ betDelayMs: 0 })
})
afterAll(() => harness.close())

const { handPrices } = sportsbookSettings

type Edit = { outcomeId?: number | undefined; priceMilli: number | null; version?: number }

const priceOf = async (outcomeId: number | undefined) =>
  present(await readEditablePrice(harness.deps.db, outcomeId ?? 0, handPrices), 'an outcome')

/** Edits prices; by default with the version of now. */
const edit = async (...edits: readonly Edit[]) => {
  const whole = await Promise.all(
    edits.map(async ({ outcomeId = 0, priceMilli, version }) => ({
      outcomeId,
      priceMilli,
      version: version ?? (await readEditablePrice(harness.deps.db, outcomeId, handPrices))?.version ?? 1,
      operatorId: 7,
      reason: 'the keeper is injured',
    })),
  )
  const answers = await harness.deps.db.begin((tx) => editPrices(tx, whole, handPrices))
  return answers.map((answer) => (answer.ok ? 'edited' : answer.refusal.code))
}

/** How the price of this outcome was last by hand, and why no more. */
const endedBy = async (outcomeId: number | undefined) =>
  (
    await harness.deps.db<{ endedBy: string | null }[]>`
      select ended_by as "endedBy" from sportsbook_hand_price
       where outcome_id = ${outcomeId ?? 0} order by id desc limit 1`
  )[0]?.endedBy

/** The match's time is over for all its prices by hand. */
const letTimePass = ({ fixtureId }: Match) => ownerOf(harness.deps.db)`
  update sportsbook_hand_price set ends_at = clock_timestamp(), set_at = clock_timestamp() - interval '15 minutes'
   where fixture_id = ${fixtureId} and ended_at is null`

describe('a price set by hand', () => {
  test('holds against new prices of the feed, is bet on, and returns to the newest one', async () => {
    const match = await addMatch(harness)
    const { home } = match.outcomes
    const [before] = await readFixtures(harness.deps.db, [match.fixtureId], 'none')
    expect(await edit({ outcomeId: home, priceMilli: 1900 })).toEqual(['edited'])
    const [after] = await readFixtures(harness.deps.db, [match.fixtureId], 'none')
    expect(after?.version).toBe((before?.version ?? 0) + 1)
    await harness.receive([{ kind: 'odds', key: match.key, offers: offersAt(1950) }])
    expect(await priceOf(home)).toMatchObject({ priceMilli: 1900, automaticMilli: 1950, handMilli: 1900 })
    const playerId = await harness.newPlayer(10_000)
    const place = async (priceMilli: number) =>
      codeOf(await harness.sportsbook.placeBet(requestFor(playerId, home, { priceMilli })))
    expect(await place(1950)).toBe('price_changed')
    expect(await place(1900)).toBe('placed')
    expect(await edit({ outcomeId: home, priceMilli: null })).toEqual(['edited'])
    expect(await priceOf(home)).toMatchObject({ priceMilli: 1950, automaticMilli: 1950, handMilli: null })
    expect(await endedBy(home)).toBe('operator')
    expect(await harness.verify()).toEqual([])
  })

  test('is pushed to the subscribers of its match', async () => {
    const { fixtureId, outcomes } = await addMatch(harness)
    await edit({ outcomeId: outcomes['home'], priceMilli: 1900 })
    const rows = await harness.deps.db<{ events: string }[]>`
      select events from platform_outbox where topic = 'market.changed' order by id desc limit 1`
    const [reported] = JSON.parse(rows[0]?.events ?? '[]') as unknown[]
    const { marketId } = await priceOf(outcomes['home'])
    expect(reported).toMatchObject({ fixtureId, marketIds: [marketId], newMarketIds: [] })
  })

  test('is refused too far from the automatic price, above the price without margin, and on a stopped market', async () => {
    const { key, outcomes } = await addMatch(harness)
    const { home, over } = outcomes
    expect(await edit({ outcomeId: home, priceMilli: 1590 })).toEqual(['price_too_far'])
    expect(await edit({ outcomeId: over, priceMilli: 2010 })).toEqual(['price_too_far'])
    expect(await edit({ outcomeId: over, priceMilli: 2000 })).toEqual(['edited'])
    expect(await edit({ outcomeId: 999_999, priceMilli: 2000 })).toEqual(['not_found'])
    await harness.receive([{ kind: 'bet_stop', key }])
    expect(await edit({ outcomeId: home, priceMilli: 1900 })).toEqual(['market_closed'])
  })

  test('is refused over a newer price, and of several edits at once one counts', async () => {
    const { key, outcomes } = await addMatch(harness)
    const { home, away } = outcomes
    const { version } = await priceOf(home)
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1950) }])
    expect(await edit({ outcomeId: home, priceMilli: 1900, version })).toEqual(['price_edit_outdated'])
    expect(await edit({ outcomeId: home, priceMilli: null })).toEqual(['price_edit_outdated'])
    const twice = { outcomeId: home, priceMilli: 1900 }
    expect(await edit(twice, twice, { outcomeId: away, priceMilli: 3900 })).toEqual([
      'edited',
      'price_edit_outdated',
      'edited',
    ])
    const seen = (await priceOf(home)).version
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => edit({ outcomeId: home, priceMilli: 1700 + at, version: seen })),
    )
    expect(answers.flat().filter((code) => code === 'edited')).toHaveLength(1)
    expect((await priceOf(home)).version).toBe(seen + 1)
    expect(
      await harness.deps.db`
      select from sportsbook_hand_price where outcome_id = ${home ?? 0} and ended_at is null`,
    ).toHaveLength(1)
  })

  test('ends with its time, and not before', async () => {
    const match = await addMatch(harness)
    const { home } = match.outcomes
    await edit({ outcomeId: home, priceMilli: 1900 })
    await endHandPricesInTime(harness.deps)
    expect((await priceOf(home)).priceMilli).toBe(1900)
    await letTimePass(match)
    expect(await endHandPricesInTime(harness.deps)).toBe(1)
    expect(await priceOf(home)).toMatchObject({ priceMilli: 2000, handMilli: null })
    expect(await endedBy(home)).toBe('time')
  })

  test('of which the time is over ends with the next message of the feed', async () => {
    const match = await addMatch(harness)
    await edit({ outcomeId: match.outcomes['home'], priceMilli: 1900 })
    await letTimePass(match)
    await harness.receive([{ kind: 'odds', key: match.key, offers: offersAt(1950) }])
    expect((await priceOf(match.outcomes['home'])).priceMilli).toBe(1950)
  })

  test('ends at an event of the match, also if the prices stay the same; not as minutes pass', async () => {
    const { key, outcomes } = await addMatch(harness)
    const { home } = outcomes
    await harness.receive([play(key, 1, 0, 0), { kind: 'odds', key, offers: [...plainOffers] }])
    await edit({ outcomeId: home, priceMilli: 1900 })
    const minute = { ...play(key, 1, 0, 0), clock: { period: 'half1', minute: 21 } } as const
    await harness.receive([minute, { kind: 'odds', key, offers: [...plainOffers] }])
    expect((await priceOf(home)).priceMilli).toBe(1900)
    await harness.receive([play(key, 1, 1, 0), { kind: 'odds', key, offers: [...plainOffers] }])
    expect((await priceOf(home)).priceMilli).toBe(2000)
    expect(await endedBy(home)).toBe('event')
  })

  test.each([
    ['of all its match', (key: string) => ({ kind: 'bet_stop', key }) as const],
    [
      'of its group',
      (key: string) => ({ kind: 'bet_stop', key, only: [{ type: 'football.1x2', period: 'full' }] }) as const,
    ],
  ])('ends at a stop %s', async (_, stop) => {
    const { key, outcomes } = await addMatch(harness)
    const { home } = outcomes
    await edit({ outcomeId: home, priceMilli: 1900 })
    await harness.receive([stop(key)])
    expect(await priceOf(home)).toMatchObject({ priceMilli: 2000, handMilli: null })
    expect(await endedBy(home)).toBe('stop')
  })

  test('ends once the automatic price is too far from it', async () => {
    const { key, outcomes } = await addMatch(harness)
    const { home } = outcomes
    await edit({ outcomeId: home, priceMilli: 1900 })
    await harness.receive([{ kind: 'odds', key, offers: offersAt(1500) }])
    expect((await priceOf(home)).priceMilli).toBe(1500)
    expect(await endedBy(home)).toBe('price')
  })

  test('is not moved by stakes; taken back, its outcome has the price they moved', async () => {
    const { outcomes } = await addMatch(harness)
    const { home } = outcomes
    await edit({ outcomeId: home, priceMilli: 1900 })
    const playerId = await harness.newPlayer(20_000_000)
    const bet = requestFor(playerId, home, { stakeCents: 3_000_000, priceMilli: 1900 })
    expect(codeOf(await harness.sportsbook.placeBet(bet))).toBe('placed')
    await movePricesByLiability(harness.deps, sportsbookSettings)
    expect((await priceOf(home)).priceMilli).toBe(1900)
    await edit({ outcomeId: home, priceMilli: null })
    const { priceMilli, automaticMilli } = await priceOf(home)
    expect(automaticMilli).toBe(2000)
    expect(priceMilli).toBeGreaterThan(1900)
    expect(priceMilli).toBeLessThan(2000)
  })
})
