import type { Calls } from '@palpite/contract'
import { readWithdrawable } from '../../wagering/index.ts'
import type { Cashier } from '../cashier.ts'
import { readPayers } from '../read-payers.ts'
import { type PayoutDetails, selectDetails, selectUsedToday } from './queries.ts'
import { feeBpsOf, openMethods, withdrawalsLeft } from './rules.ts'

type Limits = Calls['GET /api/app/order/getWithdraw']['data']

/** What the player may withdraw now, and the details used before. For showing: the command decides anew. */
export async function readWithdrawLimits(cashier: Cashier, playerId: number): Promise<Limits> {
  const { deps, policy, settings } = cashier
  const { db } = deps
  const vip = await cashier.readVip(playerId)
  const [used] = await selectUsedToday(db, [playerId])
  const payer = (await readPayers(db, [playerId])).get(playerId)
  // Where nobody else may be paid, the one card is made from the KYC: what was kept may be of another.
  const details = policy.terms.ownNameOnly ? [] : await selectDetails(db, playerId)
  const locked = await cashier.openRounds(db, [playerId])
  return {
    limitAmount: String(settings.withdrawMinCents / 100),
    maxAmount: settings.withdrawMaxCents / 100,
    number: withdrawalsLeft(cashier, vip, used?.used ?? 0),
    lock: locked.has(playerId),
    wdAmount: ((await readWithdrawable(db, policy, [playerId])).get(playerId) ?? 0) / 100,
    // No USDT leaves yet, so no rate is quoted.
    usdtRate: 0,
    serviceAmount: feeBpsOf(policy, vip) / 10_000,
    cardInfo: {
      ...cardsOf(details),
      ...ownCpfCard(details, payer?.person),
      CHANNEL: openMethods(policy),
    },
  }
}

const cardsOf = (details: readonly PayoutDetails[]) =>
  Object.fromEntries(
    details.map(({ method, payCardNo, holderName, whatsapp }) => [
      method,
      { ifsc: method === 'CPF' ? payCardNo : '', payCardNo, name: holderName, whatsapp },
    ]),
  )

/** Where nothing is kept for CPF, the form is filled with the player's own. */
function ownCpfCard(details: readonly PayoutDetails[], person: { name: string; cpf: string } | undefined) {
  if (!person || details.some(({ method }) => method === 'CPF')) return {}
  return { CPF: { ifsc: person.cpf, payCardNo: person.cpf, name: person.name, whatsapp: '' } }
}
