import type { Calls } from '@palpite/contract'
import { readBalances } from '../../ledger/index.ts'
import type { Cashier } from '../cashier.ts'
import { readPayers } from '../read-payers.ts'
import { readWagers, wagersUnder } from '../wagering/meet-requirements.ts'
import { isMet, isReleasing, releasedBonus, withdrawable } from '../wagering/rules.ts'
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
    wdAmount: (await withdrawableNow(cashier, playerId)) / 100,
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

/** As the command would work it out: requirements that are met count as closed, and bonus that they free as cash. */
async function withdrawableNow({ deps, policy }: Cashier, playerId: number): Promise<number> {
  const balances = (await readBalances(deps.db, [playerId])).get(playerId)
  const wagers = wagersUnder(policy, await readWagers(deps.db, [playerId]))
  const settledCents = wagers.settledCents.get(playerId) ?? 0
  const all = wagers.open.get(playerId) ?? []
  const open = all.filter((one) => !isMet(one, settledCents))
  const released = isReleasing(all, open) ? releasedBonus(balances?.bonusCents ?? 0, open) : 0
  return withdrawable((balances?.cashCents ?? 0) + released, open, settledCents)
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
