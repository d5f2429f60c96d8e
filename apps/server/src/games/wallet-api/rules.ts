import {
  countTurnover,
  move,
  payReturn,
  repayDebt,
  type StakeFunding,
  debitStake,
  countFreePlay,
} from '../../ledger/index.ts'
import { Bug, present } from '../../platform/errors.ts'
import { admitStake, admitFreePlay } from '../../protection/index.ts'
import {
  countedOf,
  type SettledStake,
  unrewardedOf,
  grantBonus,
  meetRequirements,
} from '../../wagering/index.ts'
import type { SessionRow } from '../sessions/queries.ts'
import type { RoundRow, TransactionRow } from './queries.ts'
import {
  type WalletChanges,
  walletChanges,
  accountOf,
  type Asked,
  done,
  keyOf,
  no,
  notAdmitted,
  type Transaction,
  type WalletAnswer,
  type WalletRequest,
  type WalletState,
  write,
} from './wallet-state.ts'

type WalletDecided = {
  answers: WalletAnswer[]
  transactions: TransactionRow[]
  /** Rounds that began or changed. */
  rounds: RoundRow[]
  /** Rounds that ended now. */
  ended: RoundRow[]
}

/**
 * Decides the requests one by one: each sees the effects of the earlier ones. Moves the money in the batch. Stakes
 * pass the stake gate; returns and rollbacks are always accepted.
 */
export function decideTransactions(requests: readonly WalletRequest[], state: WalletState): WalletDecided {
  const changes = walletChanges(state)
  const answers = requests.map((request) => decide(request, state, changes))
  return { answers, ...changes.written() }
}

function decide(request: WalletRequest, state: WalletState, changes: WalletChanges): WalletAnswer {
  const session = state.sessions.get(request.session)
  if (!session || session.studioId !== request.studioId) return no('session_unknown')
  const at = { ...request, playerId: session.playerId }
  const round = changes.round(at)
  if (request.kind === 'end') {
    if (!round) return no('round_unknown')
    if (isUnsettled(round)) changes.write(endRound(state, round))
    return done(state, session)
  }
  const before = changes.find(request.studioId, request.transactionId)
  if (before) return replay(request, before, session)
  switch (request.kind) {
    case 'debit':
      return debit({ request, session, round }, state, changes)
    case 'credit':
      return credit({ request, session, round }, state, changes)
    case 'rollback':
      return rollback({ request, session }, state, changes)
    case 'free':
      return playFreeRound({ request, session, round }, state, changes)
    default:
      return request satisfies never
  }
}

/** The earlier answer, if it is the same request; two different ones with one id are an error of the studio. */
function replay(request: Transaction, row: TransactionRow, session: SessionRow): WalletAnswer {
  const isSame =
    row.kind === request.kind &&
    row.playerId === session.playerId &&
    row.sessionId === session.id &&
    row.roundId === request.roundId &&
    (request.kind === 'rollback'
      ? row.refersTo === request.refersTo
      : row.cents === request.cents &&
        row.grantId === (request.kind === 'free' ? request.grant : null) &&
        row.endsRound === (request.kind === 'credit' && request.endsRound))
  if (!isSame) return no('transaction_mismatch')
  return { ok: true, value: { balanceCents: row.balanceCents, isReplay: true } }
}

function debit(
  { request, session, round }: Asked<'debit'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { studioId, transactionId, roundId, cents } = request
  const { playerId, minStakeCents, maxStakeCents } = session
  if (changes.undoing({ studioId, playerId }, transactionId)) return no('rolled_back')
  if (!session.isOpen) return no('session_closed')
  if (!session.isGameOpen || request.isClosed) return no('game_closed')
  if (round?.status === 'ended') return no('round_ended')
  if (cents < minStakeCents || cents > maxStakeCents) return no('stake_out_of_bounds')
  const admitted = admitStake(state.gate, { playerId, stakeCents: cents, product: 'games' })
  if (!admitted.ok) return notAdmitted(admitted.refusal)
  const funding = admitted.value
  const { batch } = state.gate
  debitStake(batch, { playerId, key: keyOf(request), funding, to: accountOf(state, studioId) })
  countTurnover(batch, { playerId, stakedCents: cents })
  session.stakedCents += cents
  const { gameCode, id, isSlotOrCrash } = session
  changes.write({
    ...(round ?? { ...newRound, studioId, playerId, roundId, sessionId: id, gameCode, isSlotOrCrash }),
    stakedCents: (round?.stakedCents ?? 0) + cents,
    bonusStakedCents: (round?.bonusStakedCents ?? 0) + funding.bonusCents,
  })
  return write(request, { state, session, changes }, { cents, bonusCents: funding.bonusCents })
}

const newRound = { status: 'open', endedBy: null, awaitsStudio: false, returnedCents: 0 } as const

function credit(
  { request, session, round }: Asked<'credit'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  if (!round || round.stakedCents === 0) return no('round_unknown')
  const { cents, endsRound, studioId } = request
  const { playerId } = session
  const { batch } = state.gate
  payReturn(batch, {
    playerId,
    key: keyOf(request),
    cents,
    funding: fundingOf(round),
    from: accountOf(state, studioId),
  })
  repayDebt(batch, { playerId, key: `${keyOf(request)}:repaid` })
  countTurnover(batch, { playerId, returnedCents: cents })
  session.returnedCents += cents
  const paid = { ...round, returnedCents: round.returnedCents + cents }
  changes.write(endsRound && isUnsettled(round) ? endRound(state, paid) : paid)
  return write(request, { state, session, changes }, { cents, bonusCents: 0 })
}

function rollback(
  { request, session }: Omit<Asked<'rollback'>, 'round'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { studioId, refersTo } = request
  const { playerId } = session
  const undone = changes.find(studioId, refersTo)
  const nothing = { cents: 0, bonusCents: 0 }
  if (!undone) return write(request, { state, session, changes }, nothing)
  if (undone.playerId !== playerId || undone.roundId !== request.roundId) return no('transaction_mismatch')
  if (undone.kind !== 'debit') return no('not_a_debit')
  if (changes.undoing({ studioId, playerId }, refersTo))
    return write(request, { state, session, changes }, nothing)
  const { cents, bonusCents } = undone
  const from = accountOf(state, studioId)
  const { batch } = state.gate
  const key = keyOf(request)
  const cashCents = cents - bonusCents
  if (cashCents > 0) move(batch, { key, from, to: { playerId, kind: 'cash' }, cents: cashCents })
  if (bonusCents > 0) {
    move(batch, { key: `${key}:bonus`, from, to: { playerId, kind: 'bonus' }, cents: bonusCents })
  }
  repayDebt(batch, { playerId, key: `${key}:repaid` })
  const round = changes.round({ studioId, playerId, roundId: request.roundId })
  if (!round) throw new Bug(`debit ${refersTo} of studio ${studioId} has a round`)
  // A refunded stake counts as returned, not as settled; that of an ended round was settled already.
  const endedUnsettledCents = isUnsettled(round) ? cents : 0
  countTurnover(batch, { playerId, returnedCents: cents, endedUnsettledCents })
  session.returnedCents += cents
  const left = {
    ...round,
    stakedCents: round.stakedCents - cents,
    bonusStakedCents: round.bonusStakedCents - bonusCents,
  }
  // With its last stake refunded a round has nothing to wait for.
  changes.write(left.stakedCents === 0 && isUnsettled(left) ? endRound(state, left) : left)
  return write(request, { state, session, changes }, { cents, bonusCents })
}

/** Whether the studio has not said yet how the round ended. */
const isUnsettled = ({ status, awaitsStudio }: RoundRow): boolean => status === 'open' || awaitsStudio

/**
 * Ends the round by its studio's word: its stakes are settled, and those of a slot or crash game count towards
 * wagering.
 */
function endRound({ gate, wagering }: WalletState, round: RoundRow): RoundRow {
  const { playerId, stakedCents, bonusStakedCents, isSlotOrCrash } = round
  if (stakedCents > 0) {
    const settled: SettledStake = { on: 'studios', ownRiskedCents: stakedCents - bonusStakedCents }
    countTurnover(gate.batch, {
      playerId,
      settledCents: stakedCents,
      ...(isSlotOrCrash ? countedOf(wagering, settled) : {}),
      unrewardedCents: unrewardedOf(stakedCents, settled),
    })
  }
  return { ...round, status: 'ended', endedBy: round.endedBy ?? 'studio', awaitsStudio: false }
}

/**
 * Ends a round that its studio abandoned: the player may withdraw again. Its stakes count as settled (towards
 * wagering, levels and commission) only when the studio says how it ended: until then it may roll them back, and
 * what was counted on a past day could not be taken back. A stake that nobody accounts for was not proven to be at
 * risk, so it counts nowhere.
 */
export const endByRule = (round: RoundRow): RoundRow => ({
  ...round,
  status: 'ended',
  endedBy: 'rule',
  awaitsStudio: round.stakedCents > 0,
})

const fundingOf = ({ stakedCents, bonusStakedCents }: RoundRow): StakeFunding => ({
  cashCents: stakedCents - bonusStakedCents,
  bonusCents: bonusStakedCents,
})

/**
 * Plays a whole free round at once: it has no stake, so a studio has nothing to roll back later. A free round that was
 * rolled back before it arrived is refused, and so is one of a player who may not stake now. A studio that lost the
 * answer repeats the request by its id.
 */
function playFreeRound(
  { request, session, round }: Asked<'free'>,
  state: WalletState,
  changes: WalletChanges,
): WalletAnswer {
  const { gate, grants, gifts, freeRoundTimes } = state
  const { studioId, transactionId, cents } = request
  const { playerId } = session
  if (changes.undoing({ studioId, playerId }, transactionId)) return no('rolled_back')
  if (!session.isOpen) return no('session_closed')
  if (!session.isGameOpen || request.isClosed) return no('game_closed')
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
    const wagering = present(gifts, 'the wagering requirements of the free round’s player')
    // Requirements already met are closed first: the new one begins where the last open one ends.
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
