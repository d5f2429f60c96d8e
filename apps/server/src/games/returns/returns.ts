import { type GameCode, gameCodes } from '@palpite/contract'
import { assert } from '../../platform/errors.ts'
import type { Db, Tx, Sql } from '../../platform/db/index.ts'
import { adapters } from '../adapters/games.ts'
import {
  type CountedBets,
  type Hour,
  insertCounted,
  lockHours,
  selectAlikeBets,
  selectAlikeRounds,
  updateCounted,
  upsertHours,
  type Period,
  selectChainsInUse,
  selectCountedUntil,
  selectOpenRounds,
  selectReturns,
  type SummedReturns,
} from './queries.ts'
import { type Expected, expectedOf, expectedOfDraw, together, bandsOf } from './rules.ts'
import type { GamesSettings } from '../settings.ts'
import { rooms } from '../adapters/adapter.ts'

/** Hours per transaction: a server that was off for a year catches up in some hundred. */
const MAX_HOURS = 24
/** After this time every round that ended in an hour is written: longer than any transaction may last. */
const AFTER_MINUTES = 10

const paced = Object.entries(adapters).flatMap(([game, { kind }]) => (kind === 'paced' ? [game] : []))

type Counted = Expected & { rounds: number; stakedCents: number; paidCents: number }

/**
 * Compares what games paid with their pay tables, hour by hour, from the last final hour up to now. One server at a
 * time; repeated counts are overwritten. Returns how many hours were counted.
 */
export const countReturns = (db: Db): Promise<number> =>
  db.begin(async (tx) => {
    await insertCounted(tx)
    const hours = await lockHours(tx, MAX_HOURS)
    for (const hour of hours) await countHour(tx, hour)
    const until = hours.at(-1)?.until
    if (until) await updateCounted(tx, { until, afterMinutes: AFTER_MINUTES })
    return hours.length
  })

async function countHour(tx: Tx, hour: Hour): Promise<void> {
  const [rounds, bets] = await Promise.all([selectAlikeRounds(tx, hour, paced), selectAlikeBets(tx, hour)])
  const draws = [...Map.groupBy(bets, ({ drawId }) => drawId).values()].map((ofDraw) => drawOf(ofDraw))
  const parts = [
    ...rounds.map((alike) => ({
      ...expectedOf(adapters[alike.game], alike),
      game: alike.game,
      rounds: alike.rounds,
      stakedCents: alike.rounds * alike.stakeCents,
      paidCents: alike.paidCents,
    })),
    ...draws,
  ]
  const games = Map.groupBy(parts, ({ game }) => game)
  if (games.size === 0) return
  await upsertHours(
    tx,
    [...games].map(([game, ofGame]) => ({ game, hour: hour.from, ...sumOf(ofGame) })),
  )
}

function drawOf(bets: readonly CountedBets[]): Counted & { game: GameCode } {
  const [first] = bets
  assert(first !== undefined, 'a counted draw has bets')
  const adapter = adapters[first.game]
  assert(adapter.kind === 'shared', 'a draw is of a game that many share')
  return {
    ...expectedOfDraw(adapter, bets),
    game: first.game,
    rounds: bets.reduce((sum, { rounds }) => sum + rounds, 0),
    stakedCents: bets.reduce((sum, { rounds, stakeCents }) => sum + rounds * stakeCents, 0),
    paidCents: bets.reduce((sum, { paidCents }) => sum + paidCents, 0),
  }
}

const sumOf = (parts: readonly Counted[]): Counted => ({
  ...together(parts),
  rounds: parts.reduce((sum, { rounds }) => sum + rounds, 0),
  stakedCents: parts.reduce((sum, { stakedCents }) => sum + stakedCents, 0),
  paidCents: parts.reduce((sum, { paidCents }) => sum + paidCents, 0),
})

const periods: readonly Period[] = ['day', 'week', 'all']

/** Every small game for operators: its limits, open rounds, actual returns against its pay table, and chains. */
export async function readGames(sql: Sql, settings: GamesSettings) {
  const [returns, open, chains, counted] = await Promise.all([
    selectReturns(sql),
    selectOpenRounds(sql),
    selectChainsInUse(sql),
    selectCountedUntil(sql),
  ])
  return {
    countedUntil: counted[0]?.countedUntil ?? null,
    games: gameCodes.map((game) => {
      const { isOpen, minStakeCents, maxStakeCents, maxPayoutCents } = settings[game]
      const waiting = open.find((row) => row.game === game)
      return {
        game,
        isOpen,
        minStakeCents,
        maxStakeCents,
        maxPayoutCents,
        ...publishedOf(game),
        openRounds: waiting?.open ?? 0,
        oldestOpenAt: waiting?.oldestAt ?? null,
        returns: periods.map((period) => returnOf(period, returns, game)),
        chains: chains.filter(({ room }) => room in rooms && rooms[room as keyof typeof rooms].game === game),
      }
    }),
  }
}

/** The published return of a game in ten-thousandths, with its minimum and maximum if published. */
function publishedOf(game: GameCode) {
  const { publishedChoice, returnToPlayer, returnBounds } = adapters[game]
  const bps = (share: number) => Math.round(share * 10_000)
  const published = returnToPlayer(publishedChoice)
  return {
    publishedBps: bps(published),
    leastBps: bps(returnBounds?.least ?? published),
    mostBps: bps(returnBounds?.most ?? published),
  }
}

function returnOf(period: Period, returns: readonly SummedReturns[], game: GameCode) {
  const sum = returns.find((row) => row.game === game && row.period === period)
  if (!sum) return { period, rounds: 0, stakedCents: 0, paidCents: 0, expectedCents: 0, ...none }
  const { rounds, stakedCents, paidCents } = sum
  const expectedCents = Math.round(sum.expectedCents)
  return { period, rounds, stakedCents, paidCents, expectedCents, ...bandsOf(paidCents, sum) }
}

const none = bandsOf(0, { expectedCents: 0, variance: 0, maxAboveCents: 0, maxBelowCents: 0 })
