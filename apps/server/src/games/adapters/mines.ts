import {
  ALGORITHM_VERSIONS,
  cashOutMines,
  MINES_TILES,
  minesChance,
  minesMultiplier,
  minesReturnBounds,
  minesReturnToPlayer,
  minesView,
  openTile,
  placeMines,
  startMines,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { pacedGame, asShare, payoutOf, stepped } from './adapter.ts'

/** Mines: safe tiles raise the multiplier, a mine ends the round, the money may be taken after any safe tile. */
export const mines = pacedGame('mines', {
  rulesVersion: ALGORITHM_VERSIONS.mines,
  publishedChoice: { mineCount: 3 },
  refuseChoice: () => undefined,
  maxStakeCents: ({ mineCount }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / minesMultiplier(mineCount, 1)),
  returnToPlayer: ({ mineCount }) => asShare(minesReturnToPlayer(mineCount, 1)),
  returnBounds: minesReturnBounds(),
  chance: ({ mineCount }, safe) => asShare(minesChance(mineCount, safe)),
  payoutAfter: ({ stakeCents, choice }, safe) =>
    payoutOf(stakeCents, minesMultiplier(choice.mineCount, safe)),
  begin: (hmac, seeds, { stakeCents, choice }) =>
    startMines(cents(stakeCents), placeMines(hmac, seeds, choice.mineCount)),
  step: (round, tile) => stepped(tile === null ? cashOutMines(round) : openTile(round, tile)),
  stand: (round) => {
    const { status, payoutCents, multiplier, nextMultiplier, mines: shown, opened } = minesView(round)
    const hasNext = status === 'playing' && opened.length < MINES_TILES - round.mines.length
    const next = hasNext ? (nextMultiplier ?? null) : null
    return {
      status: status === 'playing' ? 'open' : status === 'lost' ? 'lost' : 'won',
      payoutCents,
      multiplierE4: multiplier * 100,
      nextPayoutCents: next === null ? null : payoutOf(round.stakeCents, next),
      state: {
        opened: [...opened],
        nextMultiplierE4: next === null ? null : next * 100,
        mines: shown ? [...shown] : null,
      },
    }
  },
})
