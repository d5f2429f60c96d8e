import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBet } from '../index.ts'
import { openApi } from '../testing/api.ts'
import { askingOf } from '../testing/asking.ts'
import { openBettors } from '../testing/bettors.ts'
import { addMatch, openHarness, play, type Harness } from '../testing/harness.ts'
import { parlayFor } from '../testing/requests.ts'

const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }
const over = { from: '2020-01-01T00:00:00Z', until: '2020-02-01T00:00:00Z' }

let harness: Harness
beforeAll(async () => {
  harness = await openHarness({
    earlyPayouts: [{ ...dates, sport: 'football', lead: 2 }],
    // Of two promises that both fit the better one counts, whichever stands first.
    parlayInsurances: [
      { ...dates, minLegs: 3, minPriceMilli: 1400, maxCents: 500 },
      { ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 800 },
      { ...dates, minLegs: 3, minPriceMilli: 1500, maxCents: 300 },
    ],
  })
})
afterAll(() => harness.close())

test('a winner two goals ahead is paid at once, and stays paid when the match turns', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await harness.newPlayer(2000)
  const bettors = openBettors(harness)
  const [home, draw] = [
    await bettors.placed(playerId, outcomes['home']),
    await bettors.placed(playerId, outcomes['draw']),
  ]
  await harness.hear([play(key, 1, 1, 0)])
  expect(await harness.sportsbook.settle()).toBe(0)
  await harness.hear([play(key, 1, 2, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await harness.cash(playerId)).toBe(2000)
  const legsOf = async (betId: number) => (await readBet(harness.deps.db, playerId, betId))?.legs
  expect(await legsOf(home)).toMatchObject([{ isPaidEarly: true, result: 10, matchStatus: 1 }])
  expect(await legsOf(draw)).toMatchObject([{ isPaidEarly: false, result: 0 }])
  await harness.hear([play(key, -1, 2, 2)])
  await harness.sportsbook.settle()
  expect((await bettors.standing(home))?.returnCents).toBe(2000)
  expect((await bettors.standing(draw))?.returnCents).toBe(3000)
  expect(await harness.cash(playerId)).toBe(5000)
  expect(await harness.verify()).toEqual([])
})

test('a lead of two goals that is lost before anybody looks pays all the same; one that is corrected away does not', async () => {
  const [lost, taken] = [await addMatch(harness), await addMatch(harness)]
  const [winner, other] = [await harness.newPlayer(1000), await harness.newPlayer(1000)]
  const bettors = openBettors(harness)
  await bettors.placed(winner, lost.outcomes['home'])
  const open = await bettors.placed(other, taken.outcomes['home'])
  await harness.hear([play(lost.key, 1, 1, 0), play(taken.key, 1, 1, 0)])
  await harness.hear([play(lost.key, 1, 2, 0), play(taken.key, 1, 2, 0)])
  await harness.hear([play(lost.key, 1, 2, 1), play(taken.key, 1, 1, 0)])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await harness.cash(winner)).toBe(2000)
  expect(await bettors.standing(open)).toMatchObject({ status: 'open' })
})

test('a parlay lost by one leg gives its stake back up to a most, in whichever order its matches end', async () => {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const playerId = await harness.newPlayer(1000)
  const codes = ['draw', 'draw', 'home']
  const legs = matches.map(({ outcomes }, at) => outcomes[codes[at] ?? ''])
  const placed = await harness.sportsbook.placeBet(parlayFor(playerId, legs))
  expect(placed.ok).toBe(true)
  const [one, other, last] = matches.map(({ key }) => key)
  await harness.hear([play(last ?? '', -1, 0, 1)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(0)
  await harness.hear([play(one ?? '', -1, 1, 1), play(other ?? '', -1, 0, 0)])
  await harness.sportsbook.settle()
  expect(await harness.cash(playerId)).toBe(800)
  expect(await harness.verify()).toEqual([])
})

test('no promotion counts for a bet that was placed outside its dates', async () => {
  const late = await openHarness({ earlyPayouts: [{ ...over, sport: 'football', lead: 2 }] })
  const { outcomes, key } = await addMatch(late)
  const playerId = await late.newPlayer(1000)
  await openBettors(late).placed(playerId, outcomes['home'])
  await late.hear([play(key, 1, 3, 0)])
  expect(await late.sportsbook.settle()).toBe(0)
  await late.close()
})

test('everybody is told of the promotions in force, and of no other', async () => {
  const told = async (own: Parameters<typeof openHarness>[0]) => {
    const other = await openHarness(own)
    const app = await openApi(other)
    const { data } = await askingOf(() => app).read('/api/app/sportsbook/boosts', '1')
    await app.close()
    await other.close()
    return data
  }
  const { until } = dates
  expect(
    await told({
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
  expect(await told({})).toMatchObject({ earlyPayouts: [], insurances: [] })
})
