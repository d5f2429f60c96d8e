import {
  ALGORITHM_VERSIONS,
  cashOutRows,
  pickTile,
  placeRows,
  rowChance,
  rowMultiplier,
  rowReturnToPlayer,
  rowView,
  startRows,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { pacedGame, asShare, payoutOf, stepped } from './adapter.ts'

/** Row double: a climb of nine rows, one tile of each; the money may be taken after any row. */
export const rowDouble = pacedGame('rowDouble', {
  rulesVersion: ALGORITHM_VERSIONS.rowDouble,
  publishedChoice: { difficulty: 'hard' },
  refuseChoice: () => undefined,
  maxStakeCents: ({ difficulty }, maxPayoutCents) =>
    Math.floor((maxPayoutCents * 100) / rowMultiplier(difficulty, 1)),
  returnToPlayer: ({ difficulty }) => asShare(rowReturnToPlayer(difficulty, 1)),
  chance: ({ difficulty }, rows) => asShare(rowChance(difficulty, rows)),
  payoutAfter: ({ stakeCents, choice }, rows) => payoutOf(stakeCents, rowMultiplier(choice.difficulty, rows)),
  begin: (hmac, seeds, { stakeCents, choice: { difficulty } }) =>
    startRows(cents(stakeCents), difficulty, placeRows(hmac, seeds, difficulty)),
  step: (round, tile) => stepped(tile === null ? cashOutRows(round) : pickTile(round, tile)),
  stand: (round) => {
    const { status, payoutCents, multiplier, nextMultiplier, picks, safeTiles } = rowView(round)
    const next = nextMultiplier ?? null
    return {
      status: status === 'playing' ? 'open' : status === 'lost' ? 'lost' : 'won',
      payoutCents,
      multiplierE4: multiplier * 100,
      nextPayoutCents: next === null ? null : payoutOf(round.stakeCents, next),
      state: {
        picks: [...picks],
        nextMultiplierE4: next === null ? null : next * 100,
        safeTiles: safeTiles ? safeTiles.map((row) => [...row]) : null,
      },
    }
  },
})
