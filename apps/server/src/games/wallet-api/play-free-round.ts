import { countFreePlay } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import { admitFreePlay } from '../../protection/index.ts'
import { grantBonus, meetRequirements } from '../../wagering/index.ts'
import type { WalletChanges } from './wallet-changes.ts'
import { type Asked, no, notAdmitted, type WalletAnswer, type WalletState, write } from './wallet-state.ts'

/**
 * A whole round at once: nothing is staked, so there is nothing to give back; one that was rolled back before it came is not
 * played. Whoever may not stake now plays no free round either; one whose answer was lost is asked again by its id.
 */
export function playFreeRound(
  { request, session, round }: Asked<'free'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { gate, grants, gifts, freeRoundTimes } = state
  const { studioId, transactionId, cents } = request
  const { playerId } = session
  if (changes.undoing({ studioId, playerId }, transactionId)) return no('rolled_back')
  if (!session.isOpen) return no('session_closed')
  if (!session.isGameOpen) return no('game_closed')
  if (round) return no('transaction_mismatch')
  const grant = grants.get(request.grant)
  const isTheirs = grant?.playerId === playerId && grant.gameCode === session.gameCode
  if (!grant || !isTheirs || grant.isOver || grant.used >= grant.rounds) return no('no_free_rounds')
  if (!gate.policy.hasRewards('promotions')) return no('no_free_rounds')
  const admitted = admitFreePlay(gate, { playerId, product: 'games' })
  if (!admitted.ok) return notAdmitted(admitted.refusal)
  grant.used += 1
  countFreePlay(gate.batch, playerId)
  grant.wonCents += cents
  session.returnedCents += cents
  if (cents > 0) {
    const wagering = present(gifts, 'what the player of a free round has to wager')
    // What was met by now is closed first: the new span begins where the last open one ends.
    meetRequirements(wagering, gate.batch, [playerId])
    const sourceId = `${studioId}:${transactionId}`
    grantBonus(wagering, gate.batch, {
      playerId,
      source: 'free_round',
      sourceId,
      mainCents: 0,
      bonusGrantCents: cents,
      bonusTimes: freeRoundTimes,
    })
  }
  return write(request, { state, session, changes }, { cents, bonusCents: cents })
}
