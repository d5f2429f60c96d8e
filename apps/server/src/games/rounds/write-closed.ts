import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { roundPlayed } from '../events.ts'
import { type ClosedRound, closeRounds, type RoundRow } from './queries.ts'

/** Writes how these rounds, which were open, ended, and tells of them. */
export const writeClosed = (tx: Tx, closed: readonly RoundRow[]) =>
  Promise.all([closed.length > 0 && closeRounds(tx, closed.map(closedRow)), writePlayed(tx, closed)])

const closedRow = ({ playerId, id, status, payoutCents, multiplierE4, state }: RoundRow): ClosedRound => ({
  playerId,
  id,
  status,
  payoutCents,
  multiplierE4,
  state: present(state, 'the state of a closed round'),
})

/** Tells of rounds that are over. */
export const writePlayed = (tx: Tx, rounds: readonly RoundRow[]) =>
  writeEvents(
    tx,
    roundPlayed,
    rounds.map(({ playerId, id, game, stakeCents, bonusStakeCents, payoutCents }) => ({
      playerId,
      roundId: id,
      game,
      stakeCents,
      bonusStakeCents,
      payoutCents,
    })),
  )
