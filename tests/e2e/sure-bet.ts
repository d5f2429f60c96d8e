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

type Leg = { outcomeId: string; priceMilli: number }
type Market = { type: string; outcomes: (Leg & { code: string })[] }

/** Schedules a match, and answers its exact score, if that can be bet on. */
async function comingScore(
  world: World,
  [home, away]: (typeof MATCHES)[number],
): Promise<{ fixtureId: string; leg: Leg | undefined }> {
  const { fixtureId, result } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const fixture = await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)
  const { markets } = fixture as { markets: Market[] }
  const scores = markets.find(({ type }) => type === 'football.correct_score')?.outcomes ?? []
  const score = scores.find(({ code }) => code === `${result.home}-${result.away}`)
  return { fixtureId, leg: score && { outcomeId: score.outcomeId, priceMilli: score.priceMilli } }
}
