import { balanceOf, type LedgerBatch, settledBetween, turnoverOf, wonOn } from '../../ledger/index.ts'
import { readDeviceSharers, readExposed, readSecured } from '../../identity/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Cashier } from '../cashier.ts'
import type { Payer } from '../read-payers.ts'
import { type NewWithdrawal, selectMoment } from './queries.ts'
import { selectCameInSince } from './review-queries.ts'
import { approvalsNeeded, keyWaitsUntil, reviewReasons, secretWaitsUntil } from './review-rules.ts'

/** What the rules of a review ask about these players. Their accounts are held. */
export async function readRisks(tx: Tx, playerIds: readonly number[]) {
  const moment = await selectMoment(tx)
  const from = new Date(moment.now.getTime() - DAY_MS)
  const [exposed, sharers, secured, cameIn, settled, wonYesterday] = await Promise.all([
    readExposed(tx, playerIds),
    readDeviceSharers(tx, playerIds),
    readSecured(tx, playerIds),
    selectCameInSince(tx, playerIds, from),
    settledBetween(tx, playerIds, { from: moment.yesterday, until: moment.today }),
    wonOn(tx, playerIds, moment.yesterday),
  ])
  return {
    now: moment.now,
    exposed,
    sharers: new Set(sharers.map(({ playerId }) => playerId)),
    /** When each last got another password or e-mail. */
    secured: new Map(secured.map(({ playerId, securedAt }) => [playerId, securedAt])),
    cameIn: new Map(cameIn.map(({ playerId, cents }) => [playerId, cents])),
    settled,
    wonYesterday,
  }
}

const DAY_MS = 86_400_000

type State = {
  cashier: Pick<Cashier, 'settings'>
  batch: LedgerBatch
  payers: ReadonlyMap<number, Payer>
  risks: Awaited<ReturnType<typeof readRisks>>
}

type Payout = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/**
 * Whether operators must review a withdrawal, given the cents its player requested that day; until when it waits because of a
 * new payee key or a new password; and when it is promised.
 */
export function reviewTerms(
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
    // A win just before midnight counts on the next day too.
    wonCents: Math.max(wonTodayCents, wonYesterdayCents, wonTodayCents + wonYesterdayCents),
    hasBonus: balanceOf(batch, playerId, 'bonus') > 0,
    isExposed: risks.exposed.has(playerId),
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
