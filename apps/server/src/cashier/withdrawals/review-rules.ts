import { balanceOf, type LedgerBatch, turnoverOf } from '../../ledger/index.ts'
import type { Cashier } from '../cashier.ts'
import type { Payer } from '../read-payers.ts'
import {
  approvalsNeeded,
  keyWaitsUntil,
  type readRisks,
  reviewReasons,
  secretWaitsUntil,
} from '../reviews/index.ts'
import type { NewWithdrawal } from './queries.ts'

type State = {
  cashier: Pick<Cashier, 'settings'>
  batch: LedgerBatch
  payers: ReadonlyMap<number, Payer>
  risks: Awaited<ReturnType<typeof readRisks>>
}

type Payout = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/**
 * Whether operators look at a withdrawal first, by what its player asked for that day, how long it waits for its key or a
 * new password, and when it is promised for.
 */
export function lookedAt(
  { cashier, batch, payers, risks }: State,
  { playerId, method, payCardNo }: Payout,
  { dayCents, since }: { dayCents: number; since: Date | undefined },
) {
  const { settings } = cashier
  const { now } = risks
  const isOwnKey = method === 'CPF' && payCardNo === payers.get(playerId)?.person?.cpf
  const today = turnoverOf(batch, playerId)
  const wonTodayCents = today.returnedCents - today.settledCents
  const wonYesterdayCents = risks.wonYesterday.get(playerId) ?? 0
  const risk = {
    isNewKey: since === undefined && !isOwnKey,
    // A win is as big after midnight as it was before.
    wonCents: Math.max(wonTodayCents, wonYesterdayCents, wonTodayCents + wonYesterdayCents),
    hasBonus: balanceOf(batch, playerId, 'bonus') > 0,
    sharesDevice: risks.sharers.has(playerId),
    cameInCents: risks.cameIn.get(playerId) ?? 0,
    settledCents: risks.settled.get(playerId) ?? 0,
  }
  const reasons = reviewReasons(settings, risk, dayCents)
  const isReviewed = reasons.length > 0
  const waits = [
    keyWaitsUntil(settings, { now, since, isOwnKey }, dayCents),
    secretWaitsUntil(settings, { now, securedAt: risks.secured.get(playerId), isOwnKey }),
  ]
  const waitsUntil = waits.reduce((late, until) => (until && (!late || until > late) ? until : late), null)
  const promise = isReviewed ? settings.reviewPromiseSeconds : settings.payoutPromiseSeconds
  return {
    status: isReviewed ? ('review' as const) : ('requested' as const),
    reviewReasons: JSON.stringify(reasons),
    approvalsNeeded: approvalsNeeded(settings, dayCents, reasons),
    waitsUntil,
    tryAt: waitsUntil ?? now,
    promisedAt: new Date((waitsUntil ?? now).getTime() + promise * 1000),
  }
}
