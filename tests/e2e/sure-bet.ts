import { randomBytes } from 'node:crypto'
import { call } from './known-player.ts'
import { advance, scheduleMatch, type World } from './player.ts'

const STAKE_CENTS = 10_000
/** What is won is more than luck can take of it while the rest of a bonus is wagered. */
const MIN_PRICE = 22
const MATCHES = [
  ['Porto Maracujá', 'Vila Jabuti'],
  ['Praia da Pitanga', 'Duna do Siri'],
] as const
const MAX_TRIES = 5

/** Stakes R$ 100 on two exact scores that will come, at these odds or better, and plays both matches to their end. */
export async function betWhatWins(world: World, token: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const scores = await Promise.all(MATCHES.map((match) => comingScore(world, match)))
    const legs = scores.flatMap(({ leg }) => leg ?? [])
    const price = legs.reduce((all, { priceMilli }) => (all * priceMilli) / 1000, 1)
    if (legs.length < MATCHES.length || price < MIN_PRICE) continue
    const requestId = randomBytes(16).toString('hex')
    const bet = { requestId, unitStakeCents: STAKE_CENTS, legs, accept: 'better' }
    // A refusal is a price that moved on.
    const placed = await call(world, token, '/api/app/sportsbook/betPlay', bet).catch(() => undefined)
    if (!placed) continue
    for (const { fixtureId } of scores) await advance(world, fixtureId, 'end')
    return
  }
  throw new Error('no bet on two scores was taken')
}

/** The odds from which a bet counts for what is to be wagered. */
const COUNTING_PRICE_MILLI = 1500

type Result = { home: number; away: number }

/** Stakes so much on the winner of a match that will come, at odds that count, and plays it to its end. */
export const wagerOnWinner = (world: World, token: string, stakeCents: number): Promise<void> =>
  wagerOn(world, token, {
    stakeCents,
    codeOf: ({ home, away }) => (home > away ? 'home' : home < away ? 'away' : 'draw'),
  })

/** The same on a side that will not win. */
export const wagerOnLoser = (world: World, token: string, stakeCents: number): Promise<void> =>
  wagerOn(world, token, { stakeCents, codeOf: ({ home, away }) => (home > away ? 'away' : 'home') })

type Wager = { stakeCents: number; codeOf: (result: Result) => string }

async function wagerOn(world: World, token: string, { stakeCents, codeOf }: Wager): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { fixtureId, leg } = await comingOutcome(world, MATCHES[tries % MATCHES.length] ?? MATCHES[0], {
      type: 'football.1x2',
      codeOf,
    })
    if (!leg || leg.priceMilli < COUNTING_PRICE_MILLI) continue
    const requestId = randomBytes(16).toString('hex')
    const bet = { requestId, unitStakeCents: stakeCents, legs: [leg], accept: 'any' }
    await call(world, token, '/api/app/sportsbook/betPlay', bet)
    await advance(world, fixtureId, 'end')
    return
  }
  throw new Error('no outcome was worth a bet that counts')
}

type Leg = { outcomeId: string; priceMilli: number }
type Market = { type: string; period: string; outcomes: (Leg & { code: string })[] }

/** Schedules a match, and answers its exact score, if that can be bet on. */
const comingScore = (world: World, match: (typeof MATCHES)[number]) =>
  comingOutcome(world, match, {
    type: 'football.correct_score',
    codeOf: ({ home, away }) => `${home}-${away}`,
  })

type Wanted = { type: string; codeOf: (result: Result) => string }

/** Schedules a match, and answers what will win in this market, if that can be bet on. */
async function comingOutcome(
  world: World,
  [home, away]: (typeof MATCHES)[number],
  { type, codeOf }: Wanted,
): Promise<{ fixtureId: string; leg: Leg | undefined }> {
  const { fixtureId, result } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const fixture = await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)
  const { markets } = fixture as { markets: Market[] }
  const outcomes = markets.find((market) => market.type === type && market.period === 'full')?.outcomes ?? []
  const won = outcomes.find(({ code }) => code === codeOf(result))
  return { fixtureId, leg: won && { outcomeId: won.outcomeId, priceMilli: won.priceMilli } }
}
