import {
  type HouseAccount,
  type LedgerBatch,
  move,
  payReturn,
  repayDebt,
  takeReturnBack,
} from '../../ledger/index.ts'
import { cancelGrants, grantBonus, meetRequirements } from '../../wagering/index.ts'
import { present } from '../../platform/assert.ts'
import { FREE_BET, type FreeState, profitOf } from './free-state.ts'
import { type BetChange, type SettledAs, sum } from './rules.ts'

/**
 * Adds the transfers of these changed bets to the ledger batch, which is posted afterwards: stakes leave the open
 * bets (and return to them when a result is reverted), returns go to the players, and debts are repaid from returns.
 */
export function moveMoney(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  { settlementId, free }: { settlementId: number; free: FreeState },
): void {
  const isFree = ({ bet }: BetChange) => bet.freeBetId !== null
  const own = changes.filter((change) => !isFree(change))
  const given = changes.filter(isFree)
  moveStakes(batch, own, { key: `settlement:${settlementId}`, to: 'sportsbook' })
  // A free stake goes back to the bonus account it came from: the sports book neither wins nor loses by it.
  moveStakes(batch, given, { key: `settlement:${settlementId}:free`, to: 'gifts' })
  for (const change of own) moveReturns(batch, change)
  for (const change of given) moveProfit(batch, change, free)
  for (const playerId of new Set(changes.map(({ bet }) => bet.playerId))) {
    repayDebt(batch, { playerId, key: `settlement:${settlementId}:repaid:${playerId}` })
  }
}

/** Stakes of the whole list in one transfer: the bets carry the id of their settlement. */
function moveStakes(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  { key, to }: { key: string; to: HouseAccount },
): void {
  const closing = sum(changes.filter(({ before }) => !before).map(({ bet }) => bet.stakeCents))
  const reopening = sum(changes.filter(({ after }) => !after).map(({ bet }) => bet.stakeCents))
  if (closing > 0) move(batch, { key: `${key}:stakes`, from: 'bets_open', to, cents: closing })
  if (reopening > 0) {
    move(batch, { key: `${key}:stakes-back`, from: to, to: 'bets_open', cents: reopening })
  }
}

function moveReturns(batch: LedgerBatch, { bet, before, after }: BetChange): void {
  const { playerId, cashCents, bonusCents } = bet
  const times = `${bet.id}:${bet.settledTimes + 1}`
  const split = { cashCents, bonusCents }
  for (const { key, cents, from } of before ? partsOf(before) : []) {
    takeReturnBack(batch, { playerId, key: `${key}:${times}:back`, cents, split, to: from })
  }
  for (const { key, cents, from, ending } of after ? partsOf(after) : []) {
    payReturn(batch, { playerId, key: `${key}:${times}${ending}`, cents, split, from })
  }
}

/** A boost and an insured stake are paid by the bonus account of the house, each as an entry of its own. */
const partsOf = ({ returnCents, boostCents, insuredCents }: SettledAs) =>
  [
    { key: 'bet', cents: returnCents - boostCents - insuredCents, from: 'sportsbook', ending: ':return' },
    { key: 'boost', cents: boostCents, from: 'gifts', ending: '' },
    { key: 'insurance', cents: insuredCents, from: 'gifts', ending: '' },
  ] as const

/** What is left of a profit once its bonus was taken back has become cash, or is spent. */
const wagered = { cashCents: 1, bonusCents: 0 }

/**
 * The profit of a free bet is a bonus with a wagering requirement, like any other gift. A corrected result takes it
 * back: first from the bonus not yet wagered, the rest like other returns. Once the bonus has ended, the profit is over: it
 * is neither owed by the player, who has nothing of it, nor granted a second time.
 */
function moveProfit(
  batch: LedgerBatch,
  { bet, before, after }: BetChange,
  { wagering: read, ended, bonusTimes }: FreeState,
): void {
  const { id, playerId, settledTimes } = bet
  if (ended.has(id)) return
  const wagering = present(read, 'what the player of a free bet has to wager')
  const sourceOf = (times: number) => ({ playerId, source: FREE_BET, sourceId: profitOf(id, times) })
  if (before && before.returnCents > 0) {
    const backCents = cancelGrants(wagering, batch, [sourceOf(settledTimes)])
    const key = `bet:${id}:${settledTimes + 1}:back`
    const cents = before.returnCents - backCents
    takeReturnBack(batch, { playerId, key, cents, split: wagered, to: 'gifts' })
  }
  if (!after || after.returnCents === 0) return
  // Requirements already met are closed first: the new one begins where the last open one ends.
  meetRequirements(wagering, batch, [playerId])
  grantBonus(wagering, batch, {
    ...sourceOf(settledTimes + 1),
    mainCents: 0,
    bonusGrantCents: after.returnCents,
    bonusTimes,
  })
}
