import type { Calls } from '@palpite/contract'
import { usdtNetworkOf } from '@palpite/money/usdt'
import { present } from '../../platform/errors.ts'
import { readOwed } from '../../ledger/index.ts'
import { readExcluded } from '../../protection/index.ts'
import { readWithdrawable } from '../../wagering/index.ts'
import type { Cashier } from '../cashier.ts'
import { readPayers } from '../read-payers.ts'
import { type PayoutDetails, selectDetails, selectUsedToday } from './queries.ts'
import { areTransfersOpen } from './transfer-money.ts'
import { feeBpsOf, leastCents, openMethods, withdrawalsLeft } from './rules.ts'
import { type LiveQuotes, quoteTermsOf } from '../rails/quotes.ts'

type Limits = Calls['GET /api/app/order/getWithdraw']['data']

/**
 * What these players may withdraw now, and the payout details they used before; in the order asked. For display: the
 * command decides again.
 */
export async function readWithdrawLimits(cashier: Cashier, playerIds: readonly number[]): Promise<Limits[]> {
  const state = await readState(cashier, playerIds)
  return playerIds.map((playerId) => limitsOf(cashier, state, playerId))
}

type State = Awaited<ReturnType<typeof readState>>

async function readState(cashier: Cashier, playerIds: readonly number[]) {
  const { policy, deps } = cashier
  const { db } = deps
  const [vips, used, payers, details, locked, withdrawable, owed, excluded] = await Promise.all([
    cashier.readVipTerms(db, playerIds),
    selectUsedToday(db, playerIds),
    readPayers(db, playerIds),
    // Where only the player may be paid, the card is made from the KYC data, because a stored card may belong to
    // another person.
    policy.terms.ownNameOnly ? [] : selectDetails(db, playerIds),
    cashier.inGame(db, playerIds),
    readWithdrawable(db, policy, playerIds),
    readOwed(db, playerIds),
    readExcluded(db, playerIds),
  ])
  // Other requests do not wait for the quote provider.
  const quotes = [...payers.values()].some(({ hasUsdt }) => hasUsdt) ? await readQuotes(cashier) : undefined
  return { vips, used, payers, details, locked, withdrawable, owed, excluded, quotes }
}

function limitsOf({ policy, settings }: Cashier, state: State, playerId: number): Limits {
  const vip = present(state.vips.get(playerId), `the VIP terms of player ${playerId}`)
  const used = state.used.find((row) => row.playerId === playerId)?.used ?? 0
  const details = state.details.filter((row) => row.playerId === playerId)
  const payer = state.payers.get(playerId)
  const quotes = payer?.hasUsdt ? state.quotes : undefined
  const withdrawableCents = present(state.withdrawable.get(playerId), 'what a player may withdraw')
  const least = leastCents(settings, { isExcluded: state.excluded.has(playerId), withdrawableCents })
  return {
    limitAmount: String(least / 100),
    maxAmount: settings.withdrawMaxCents / 100,
    number: withdrawalsLeft({ policy, settings }, vip, used),
    lock: state.locked.has(playerId),
    openGames: [...(state.locked.get(playerId) ?? [])],
    wdAmount: withdrawableCents / 100,
    owed: (state.owed.get(playerId) ?? 0) / 100,
    usdtRate: (quotes?.rateE4 ?? 0) / 10_000,
    usdtRateAt: quotes?.rateAt.toISOString() ?? null,
    serviceAmount: feeBpsOf(policy, vip) / 10_000,
    transfer: areTransfersOpen({ policy, settings })
      ? { min: settings.transferMinCents / 100, dayMax: settings.transferDayMaxCents / 100 }
      : null,
    cardInfo: {
      ...cardsOf(details),
      ...ownCpfCard(details, payer?.person),
      CHANNEL: openMethods(policy, quotes !== undefined),
    },
  }
}

const cardsOf = (details: readonly PayoutDetails[]) =>
  Object.fromEntries(
    details.map(({ method, payCardNo, holderName, whatsapp }) => [
      method,
      {
        ifsc: method === 'CPF' ? payCardNo : '',
        payCardNo,
        name: holderName,
        whatsapp,
        ...(method === 'USDT' ? networkOf(payCardNo) : {}),
      },
    ]),
  )

const networkOf = (address: string) => {
  const network = usdtNetworkOf(address)
  return network ? { network } : {}
}

/** With no stored details for CPF, the form shows the player's own. */
function ownCpfCard(details: readonly PayoutDetails[], person: { name: string; cpf: string } | undefined) {
  if (!person || details.some(({ method }) => method === 'CPF')) return {}
  return { CPF: { ifsc: person.cpf, payCardNo: person.cpf, name: person.name, whatsapp: '' } }
}

/** Whether USDT can be sent: the policy allows it, and chain and signer are configured. */
export const sendsUsdt = ({ policy, usdt }: Pick<Cashier, 'policy' | 'usdt'>): boolean =>
  policy.terms.withdrawMethods.includes('USDT') && usdt.works !== undefined

/** The price of a USDT now; undefined if USDT cannot be sent or no fresh price is known, so USDT cannot be withdrawn. */
export async function readQuotes(cashier: Cashier): Promise<LiveQuotes | undefined> {
  return sendsUsdt(cashier) ? cashier.usdt.quotes.read(quoteTermsOf(cashier.settings)) : undefined
}
