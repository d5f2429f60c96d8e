import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { roundPlayed } from '../events.ts'
import { type ClosedRound, closeRounds, type RoundRow } from './queries.ts'

/** What is published about a closed round. */
type Over = Pick<RoundRow, 'playerId' | 'id' | 'game' | 'stakeCents' | 'bonusStakeCents' | 'payoutCents'>

/** A formerly open round and how it ended; with its tiles if it was paced. */
export type Closed = Over &
  Pick<RoundRow, 'choice' | 'status' | 'multiplierE4' | 'state'> &
  Partial<Pick<RoundRow, 'tiles'>>

/** Writes how these open rounds ended, and publishes it. */
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

/** Publishes closed rounds. */
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
