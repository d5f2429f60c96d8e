import {
  type HouseAccount,
  type LedgerBatch,
  move,
  payReturn,
  readAmounts,
  repayDebt,
  reverseReturn,
} from '../../ledger/index.ts'
import { cancelGrants, grantBonus, meetRequirements } from '../../wagering/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { FREE_BET, type FreeState, profitOf } from './free-bets.ts'
import { type BetChange, type SettledAs, sum } from './rules.ts'

/**
 * Adds the transfers of these changed bets to the ledger batch, which is posted afterwards: stakes leave the open
 * bets (and return to them when a result is reverted), returns go to the players, and debts are repaid from returns.
 * Answers, by bet, how much of its return repaid a debt; bets whose return repaid nothing are left out.
 */
export function moveMoney(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  { settlementId, free, cashPaid }: { settlementId: number; free: FreeState; cashPaid: CashPaid },
): ReadonlyMap<number, number> {
  const isFree = ({ bet }: BetChange) => bet.freeBetId !== null
  const own = changes.filter((change) => !isFree(change))
  const given = changes.filter(isFree)
  moveStakes(batch, own, { key: `settlement:${settlementId}`, to: 'sportsbook' })
  // A free stake goes back to the bonus account it came from: the sports book neither wins nor loses by it.
  moveStakes(batch, given, { key: `settlement:${settlementId}:free`, to: 'gifts' })
  const repaid = new Map<number, number>()
  for (const change of own) {
    const { bet, after } = change
    moveReturns(batch, change, cashPaid)
    const key = `settlement:${settlementId}:repaid:bet:${bet.id}`
    const cents = Math.min(after?.returnCents ?? 0, repayDebt(batch, { playerId: bet.playerId, key }))
    if (cents > 0) repaid.set(bet.id, cents)
  }
  for (const change of given) moveProfit(batch, change, free)
  for (const playerId of new Set(changes.map(({ bet }) => bet.playerId))) {
    repayDebt(batch, { playerId, key: `settlement:${settlementId}:repaid:${playerId}` })
  }
  return repaid
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

function moveReturns(batch: LedgerBatch, { bet, before, after }: BetChange, cashPaid: CashPaid): void {
  const { playerId, cashCents, bonusCents } = bet
  const times = `${bet.id}:${bet.settledTimes + 1}`
  const funding = { cashCents, bonusCents }
  const paid = new Map<string, number>()
  for (const { key, cents, from } of before ? partsOf(before) : []) {
    const given = reverseReturn(batch, { playerId, key: `${key}:${times}:back`, cents, funding, to: from })
    paid.set(key, -given)
  }
  for (const { key, cents, from, ending } of after ? partsOf(after) : []) {
    const paidCashCents = (cashPaid.get(`${key}:${bet.id}`) ?? 0) + (paid.get(key) ?? 0)
    payReturn(batch, { playerId, key: `${key}:${times}${ending}`, cents, funding, from, paidCashCents })
  }
}

/** By part of a bet's return (`bet:1`): what its settlements so far paid to cash, less what corrections took from it. */
export type CashPaid = ReadonlyMap<string, number>

/**
 * Reads what earlier settlements of these bets paid to cash and took from it. Part of a bonus return may have become cash by
 * wagering before a correction reversed it; if the correction is reversed, that part is paid to cash again. Reads only bets
 * that were settled before and paid for by a bonus: corrections are few.
 */
export async function readCashPaid(tx: Tx, changes: readonly BetChange[]): Promise<CashPaid> {
  const asked = changes
    .filter(({ bet }) => bet.settledTimes > 0 && bet.bonusCents > 0 && bet.freeBetId === null)
    .flatMap(({ bet: { id, playerId, settledTimes } }) =>
      PARTS.flatMap(({ key, ending }) =>
        Array.from({ length: settledTimes }, (_none, before) => `${key}:${id}:${before + 1}`).flatMap(
          (name) => [
            { part: `${key}:${id}`, playerId, key: `${name}${ending}`, sign: 1 },
            { part: `${key}:${id}`, playerId, key: `${name}:back:cash`, sign: -1 },
            { part: `${key}:${id}`, playerId, key: `${name}:back:debt`, sign: -1 },
          ],
        ),
      ),
    )
  if (asked.length === 0) return new Map()
  const rows = await readAmounts(tx, {
    playerIds: asked.map(({ playerId }) => playerId),
    keys: asked.map(({ key }) => key),
  })
  const amounts = new Map(rows.map(({ playerId, key, amountCents }) => [`${playerId} ${key}`, amountCents]))
  const paid = new Map<string, number>()
  for (const { part, playerId, key, sign } of asked)
    paid.set(part, (paid.get(part) ?? 0) + sign * (amounts.get(`${playerId} ${key}`) ?? 0))
  return paid
}

/**
 * The parts of a return: the sportsbook pays the bet, the gifts account pays boost and insurance, each as a separate transfer.
 */
const PARTS = [
  { key: 'bet', from: 'sportsbook', ending: ':return' },
  { key: 'boost', from: 'gifts', ending: '' },
  { key: 'insurance', from: 'gifts', ending: '' },
] as const

const partsOf = ({ returnCents, boostCents, insuredCents }: SettledAs) => {
  const cents = {
    bet: returnCents - boostCents - insuredCents,
    boost: boostCents,
    insurance: insuredCents,
  }
  return PARTS.map((part) => ({ ...part, cents: cents[part.key] }))
}

/** The part of a profit its bonus cannot give back has become cash or was spent. */
const wagered = { cashCents: 1, bonusCents: 0 }

/**
 * The profit of a free bet is a bonus with a wagering requirement, like any other gift. A corrected result reverses
 * it: first from the unwagered bonus, the rest like other returns. Once the bonus has ended unwagered, the profit is
 * void: the player neither owes it nor gets it again.
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
    reverseReturn(batch, { playerId, key, cents, funding: wagered, to: 'gifts' })
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
