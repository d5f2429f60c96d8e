import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { roundPlayed } from '../events.ts'
import { type ClosedRound, closeRounds, type RoundRow } from './queries.ts'

/** What is told of a round that is over. */
type Over = Pick<RoundRow, 'playerId' | 'id' | 'game' | 'stakeCents' | 'bonusStakeCents' | 'payoutCents'>

/** A round that was open, and how it ended; the tiles of one that was played step by step. */
export type Closed = Over &
  Pick<RoundRow, 'choice' | 'status' | 'multiplierE4' | 'state'> &
  Partial<Pick<RoundRow, 'tiles'>>

/** Writes how these rounds, which were open, ended, and tells of them. */
export const writeClosed = (tx: Tx, closed: readonly Closed[]) =>
  Promise.all([closed.length > 0 && closeRounds(tx, closed.map(closedRow)), writePlayed(tx, closed)])

const closedRow = ({ playerId, id, status, payoutCents, multiplierE4, state }: Closed): ClosedRound => ({
  playerId,
  id,
  status,
  payoutCents,
  multiplierE4,
  state: present(state, 'the state of a closed round'),
})

/** Tells of rounds that are over. */
export const writePlayed = (tx: Tx, rounds: readonly Over[]) =>
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
