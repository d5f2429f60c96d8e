import { type GameCode, gameCodes } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import type { GamesSettings } from '../settings.ts'
import { adapters } from '../adapters/table.ts'
import { rooms } from '../adapters/rooms.ts'
import {
  type Period,
  selectChainsInUse,
  selectCountedUntil,
  selectOpenRounds,
  selectReturns,
  type SummedReturns,
} from './queries.ts'
import { bandsOf } from './rules.ts'

const periods: readonly Period[] = ['day', 'week', 'all']

/** Every small game as operators see it: its bounds, what is open, what it paid beside its pay table, its chains. */
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

/** The return that is published of a game, in ten-thousandths, with the least and the most of it where they are published too. */
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
