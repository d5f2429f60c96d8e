import { randomBytes } from 'node:crypto'
import { call } from './known-player.ts'
import { advance, scheduleMatch, type World } from './player.ts'

const STAKE_CENTS = 10_000
/** Wins more than luck can lose while the rest of a bonus is wagered. */
const MIN_PRICE = 22
const MATCHES = [
  ['Porto Maracujá', 'Vila Jabuti'],
  ['Praia da Pitanga', 'Duna do Siri'],
] as const
const MAX_TRIES = 5

/** Stakes R$ 100 on two correct scores, at these odds or better, and finishes both matches. */
export async function betWhatWins(world: World, token: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const scores = await Promise.all(MATCHES.map((match) => comingScore(world, match)))
    const legs = scores.flatMap(({ leg }) => leg ?? [])
    const price = legs.reduce((all, { priceMilli }) => (all * priceMilli) / 1000, 1)
    if (legs.length < MATCHES.length || price < MIN_PRICE) continue
    const requestId = randomBytes(16).toString('hex')
    const bet = { requestId, unitStakeCents: STAKE_CENTS, legs, accept: 'better' }
    // A refusal means that a price moved.
    const placed = await call(world, token, '/api/app/sportsbook/betPlay', bet).catch(() => undefined)
    if (!placed) continue
    for (const { fixtureId } of scores) await advance(world, fixtureId, 'end')
    return
  }
  throw new Error('no bet on two scores was taken')
}

/** The minimum odds that count towards wagering. */
const COUNTING_PRICE_MILLI = 1500

type Result = { home: number; away: number }

/** Stakes this on a future winner at counting odds, and finishes the match. */
export const wagerOnWinner = (world: World, token: string, stakeCents: number): Promise<void> =>
  wagerOn(world, token, {
    stakeCents,
    codeOf: ({ home, away }) => (home > away ? 'home' : home < away ? 'away' : 'draw'),
  })

/** The same on a losing side. */
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

/** Schedules a match, and returns its exact score, if offered. */
const comingScore = (world: World, match: (typeof MATCHES)[number]) =>
  comingOutcome(world, match, {
    type: 'football.correct_score',
    codeOf: ({ home, away }) => `${home}-${away}`,
  })

type Wanted = { type: string; codeOf: (result: Result) => string }

/** Schedules a match, and returns the winning outcome of this market, if offered. */
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
