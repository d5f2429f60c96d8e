import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { present } from '../../platform/errors.ts'
import { signingKey } from '../../platform/crypto.ts'
import { policyOf } from '../../protection/index.ts'
import { readReceipt } from '../betting/receipts.ts'
import { openSportsbook, readBet, replayBet, type SportsbookSettings } from '../index.ts'
import { askingOf, openApi } from '../testing/api.ts'
import {
  openBettors,
  addMatch,
  openHarness,
  play,
  plainOffers,
  type Harness,
  nextRequest,
  parlayFor,
  requestFor,
} from '../testing/harness.ts'
import { openTwoFeeds } from '../testing/two-feeds.ts'
import { decideLateWindow } from './late-windows.ts'

const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }
const over = { from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' }

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    earlyPayouts: [{ ...dates, sport: 'football', lead: 2 }],
    // Of two matching promises the better one counts, whichever comes first.
    parlayInsurances: [
      { ...dates, minLegs: 3, minPriceMilli: 1400, maxCents: 500 },
      { ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 800 },
      { ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 300 },
    ],
  })
})
afterAll(() => harness.close())

test('a winner two goals ahead is paid at once, and stays paid if the match turns', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(2000)
  const bettors = openBettors(harness)
  const [home, draw] = [
    await bettors.placed(playerId, outcomes['home']),
    await bettors.placed(playerId, outcomes['draw']),
  ]
  await harness.receive([play(key, 1, 1, 0)])
  expect(await harness.sportsbook.settle()).toBe(0)
  await harness.receive([play(key, 1, 2, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await harness.cash(playerId)).toBe(2000)
  const legsOf = async (betId: number) => (await readBet(harness.deps.db, playerId, betId))?.legs
  expect(await legsOf(home)).toMatchObject([{ isPaidEarly: true, result: 10, matchStatus: 1 }])
  expect(await legsOf(draw)).toMatchObject([{ isPaidEarly: false, result: 0 }])
  await harness.receive([play(key, -1, 2, 2)])
  await harness.sportsbook.settle()
  expect((await bettors.betState(home))?.returnCents).toBe(2000)
  expect((await bettors.betState(draw))?.returnCents).toBe(3000)
  expect(await harness.cash(playerId)).toBe(5000)
  expect(await harness.verify()).toEqual([])
})

test('a lead pays no leg that waits for operators or is void; it does once it counts again', async () => {
  const { operatorIds } = await openTwoFeeds(harness)
  const bettors = openBettors(harness)
  const backedMatch = async () => {
    const match = await addMatch(harness)
    const playerId = await harness.newPlayer(1000)
    await bettors.placed(playerId, match.outcomes['home'])
    return { ...match, playerId }
  }
  const [stands, voided, cancelled] = [await backedMatch(), await backedMatch(), await backedMatch()]
  const all = [stands, voided, cancelled]
  const cash = () => Promise.all(all.map(({ playerId }) => harness.cash(playerId)))
  const market = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const
  const window = { key: cancelled.key, markets: [market], from: null, until: null }
  const seenAt = new Date(Date.now() - 300_000)
  await harness.receive([{ ...window, kind: 'bet_cancel', reason: 'feed 5' }])
  await harness.receive([
    { ...play(stands.key, 1, 2, 0), seenAt },
    { ...play(voided.key, 1, 2, 0), seenAt },
    play(cancelled.key, 1, 2, 0),
  ])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([0, 0, 1000])
  await harness.receive(all.map(({ key }) => play(key, -1, 2, 2)))
  await harness.receive([{ ...window, kind: 'rollback_cancel' }])
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([0, 0, 2000])
  const windows = await harness.deps.db<{ id: number; fixtureId: number }[]>`
    select id, fixture_id as "fixtureId" from sportsbook_late_window`
  for (const { id: windowId, fixtureId } of windows)
    for (const operatorId of operatorIds) {
      const vote = {
        operatorId,
        windowId,
        isVoid: fixtureId === voided.fixtureId,
        reason: 'seen on pictures',
      }
      await harness.deps.db.begin((tx) => decideLateWindow(tx, { ...vote, requestId: nextRequest() }))
    }
  await harness.sportsbook.settle()
  expect(await cash()).toEqual([2000, 1000, 2000])
  expect(await harness.verify()).toEqual([])
})

test('a two-goal lead lost before the next run still pays; one corrected away does not', async () => {
  const [lost, taken] = [await addMatch(harness), await addMatch(harness)]
  const [winner, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const bettors = openBettors(harness)
  await bettors.placed(winner, lost.outcomes['home'])
  const open = await bettors.placed(other, taken.outcomes['home'])
  await harness.receive([play(lost.key, 1, 1, 0), play(taken.key, 1, 1, 0)])
  await harness.receive([play(lost.key, 1, 2, 0), play(taken.key, 1, 2, 0)])
  await harness.receive([play(lost.key, 1, 2, 1), play(taken.key, 1, 1, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await harness.cash(winner)).toBe(2000)
  expect(await bettors.betState(open)).toMatchObject({ status: 'open' })
})

test('a parlay lost by one leg is refunded up to a maximum, in whichever order its matches end', async () => {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(1000)
  const codes = ['draw', 'draw', 'home']
  const legs = matches.map(({ outcomes }, at) => outcomes[codes[at] ?? ''])
  const placed = await harness.sportsbook.placeBet(parlayFor(playerId, legs))
  expect(placed.ok).toBe(true)
  const [one, other, last] = matches.map(({ key }) => key)
  await harness.receive([play(last ?? '', -1, 0, 1)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(0)
  await harness.receive([play(one ?? '', -1, 1, 1), play(other ?? '', -1, 0, 0)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(800)
  expect(await harness.verify()).toEqual([])
})

/** The same book after operators changed its promotions. */
const bookWith = (settings: Partial<SportsbookSettings>) =>
  openSportsbook(harness.deps, { policy: policyOf(harness.deps.config), settings })

test('a leg placed in play is not paid early, though another leg of its parlay was promised it', async () => {
  const [live, coming] = [await addMatch(harness), await addMatch(harness)]
  await harness.receive([play(live.key, 1, 1, 0)])
  await harness.receive([{ kind: 'odds', key: live.key, offers: plainOffers }])
  const playerId = await harness.newPlayer(1000)
  const legs = [live.outcomes['home'], coming.outcomes['home']]
  const placed = await bookWith({
    betDelayMs: 0,
    earlyPayouts: [{ ...dates, sport: 'football', lead: 2 }],
  }).placeBet(parlayFor(playerId, legs))
  expect(placed).toMatchObject({ value: { earlyPayout: { lead: 2 } } })
  await harness.receive([play(live.key, 1, 2, 0), play(coming.key, 1, 2, 0)])
  await harness.sportsbook.settle()
  const betId = placed.ok ? Number(placed.value.betId) : 0
  const legsNow = (await readBet(harness.deps.db, playerId, betId))?.legs
  expect(legsNow?.map(({ isPaidEarly }) => isPaidEarly)).toEqual([false, true])
  await harness.receive([play(live.key, -1, 2, 2), play(coming.key, -1, 2, 2)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(0)
  expect(await harness.verify()).toEqual([])
})

test('a promise changed by operators after placement is kept as given, and is in the receipt', async () => {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const ahead = await addMatch(harness)
  const [playerId, other] = [await harness.newPlayer(1000), await harness.newPlayer(2000)]
  const parlay = await harness.sportsbook.placeBet(
    parlayFor(
      playerId,
      matches.map(({ outcomes }) => outcomes['draw']),
    ),
  )
  const single = await harness.sportsbook.placeBet(requestFor(other, ahead.outcomes['home']))
  expect(parlay).toMatchObject({ value: { insurance: { maxCents: 800, paidCents: 0 }, earlyPayout: null } })
  expect(single).toMatchObject({ value: { insurance: null, earlyPayout: { lead: 2 } } })
  const [parlayId, singleId] = [parlay, single].map((one) => (one.ok ? Number(one.value.betId) : 0))
  expect(await readBet(harness.deps.db, playerId, parlayId ?? 0)).toMatchObject({
    insurance: { maxCents: 800 },
  })

  const changed = bookWith({
    parlayInsurances: [{ ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 100 }],
    earlyPayouts: [{ ...dates, sport: 'football', lead: 9 }],
  })
  const since = await changed.placeBet(requestFor(other, ahead.outcomes['home']))
  expect(since).toMatchObject({ value: { earlyPayout: { lead: 9 } } })
  await harness.receive([play(ahead.key, 1, 2, 0)])
  expect(await changed.settle()).toBe(1)
  expect(await harness.cash(other)).toBe(2000)

  const gone = bookWith({})
  const end = async (...home: readonly number[]) => {
    await harness.receive(matches.map(({ key }, at) => play(key, -1, home[at] ?? 0, 0)))
    await gone.settle()
    return harness.cash(playerId)
  }
  expect(await end(1, 0, 0)).toBe(800)
  // A leg corrected after the rule was removed does not affect the promise.
  expect(await end(1, 1, 0)).toBe(0)
  expect(await end(0, 1, 0)).toBe(800)

  const receiptOf = (betId: number | undefined) => readReceipt(harness.deps, betId ?? 0)
  expect((await receiptOf(parlayId))?.isSigned).toBe(true)
  expect((await receiptOf(parlayId))?.text).toContain('to 800')
  expect((await receiptOf(singleId))?.text).toContain('a lead of 2')
  expect(await readBet(harness.deps.db, playerId, parlayId ?? 0)).toMatchObject({
    insurance: { paidCents: 800 },
  })
  const replayed = await replayBet(harness.deps, parlayId ?? 0)
  expect(replayed?.holds).toBe(true)
  expect(replayed?.lines.join()).toContain('promised stake back to 800')
  await ownerOf(harness.deps.db)`
    update sportsbook_bet set promises = '{"insurance":{"maxCents":900}}' where id = ${parlayId ?? 0}`
  expect(await receiptOf(parlayId)).toMatchObject({ isSigned: false })
  expect(await harness.verify()).toEqual([])
})

test('a bet from before promises were stored follows the settings, and its receipt is as signed then', async () => {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(1000)
  const placed = await harness.sportsbook.placeBet(
    parlayFor(
      playerId,
      matches.map(({ outcomes }) => outcomes['home']),
    ),
  )
  const betId = placed.ok ? Number(placed.value.betId) : 0
  const { text } = present(await readReceipt(harness.deps, betId), 'a receipt')
  const lines = text.split('\n')
  expect(lines.at(-1)).toBe('receipt 2, stake back to 800 where one leg alone loses, won by a lead of 2')
  const signature = createHmac('sha256', signingKey(harness.deps.config, 'receipts of bets'))
    .update(lines.slice(0, -1).join('\n'))
    .digest('base64url')
  await ownerOf(harness.deps.db)`
    update sportsbook_bet set promises = null, signature = ${signature} where id = ${betId}`
  expect(await replayBet(harness.deps, betId)).toMatchObject({ holds: true })
  await harness.receive([play(matches[0]?.key ?? '', 1, 2, 0)])
  await harness.sportsbook.settle()
  const legs = (await readBet(harness.deps.db, playerId, betId))?.legs
  expect(legs?.map(({ isPaidEarly }) => isPaidEarly)).toEqual([true, false, false])
  await harness.receive(matches.slice(1).map(({ key }, at) => play(key, -1, at, 0)))
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(800)
})

test('no promotion counts for a bet placed outside its dates', async () => {
  const late = await openHarness({ earlyPayouts: [{ ...over, sport: 'football', lead: 2 }] })
  const { outcomes, key } = await addMatch(late)
  const playerId = await late.newPlayer(1000)
  await openBettors(late).placed(playerId, outcomes['home'])
  await late.receive([play(key, 1, 3, 0)])
  expect(await late.sportsbook.settle()).toBe(0)
  await late.close()
})

test('shows everybody the promotions in force, and no others', async () => {
  const reported = async (own: Parameters<typeof openHarness>[0]) => {
    const other = await openHarness(own)
    const app = await openApi(other)
    const { data } = await askingOf(() => app).read('/api/app/sportsbook/boosts', '1')
    await app.close()
    await other.close()
    return data
  }
  const { until } = dates
  expect(
    await reported({
      earlyPayouts: [
        { ...dates, sport: 'football', lead: 2 },
        { ...over, sport: 'football', lead: 1 },
      ],
      parlayInsurances: [{ ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 800 }],
    }),
  ).toMatchObject({
    earlyPayouts: [{ sport: 'football', lead: 2, until }],
    insurances: [{ minLegs: 3, minPriceMilli: 1500, maxCents: 800, until }],
  })
  expect(await reported({})).toMatchObject({ earlyPayouts: [], insurances: [] })
})
