import { createHash } from 'node:crypto'
import { cents } from '@palpite/money'
import type { Cashier } from '../cashier.ts'
import type { Arrival, TopUpSource } from '../rails/index.ts'
import { creditTopUps } from '../topups/credit-topups.ts'
import { reverseTopUps } from '../topups/reverse-topups.ts'
import { insertTransferOrder, type Transfer, updateOrderOf, updateRate, updateTransfer } from './queries.ts'
import { centsOfUsdt } from './rules.ts'

/** Top-ups over a chain: nobody is asked for a charge, so it is a source and no more. */
const chainTopUps: TopUpSource = { rail: 'usdt', provider: 'chain', account: async () => 'usdt_in' }

/** What names a transfer for ever: credited once by it. */
const nameOf = ({ network, hash, account, nth, turn }: Transfer): string =>
  `${network}:${hash}:${account}:${nth}:${turn}`

/** The order of a transfer by the transfer's name: whoever makes it finds the one that is there. */
const chargeRefOf = (transfer: Transfer): string =>
  createHash('sha256').update(nameOf(transfer)).digest('hex').slice(0, 32)

/**
 * Credits a transfer that lies deep enough: at the rate that its player was shown when it came, else at the one of now.
 * Without a price it waits for one, and under a law that takes no USDT for another. Each step may be repeated, by this server or another.
 */
export async function creditTransfer(cashier: Cashier, transfer: Transfer): Promise<void> {
  const { deps, policy } = cashier
  if (!policy.terms.topUpMethods.includes('USDT')) {
    deps.log.warn({ hash: transfer.hash }, 'a top-up in USDT waits: the law in force takes none')
    return
  }
  const rateE4 = transfer.rateE4 ?? (await rateOf(cashier, transfer))
  if (rateE4 === null) {
    deps.log.warn({ hash: transfer.hash }, 'a top-up in USDT waits for a price')
    return
  }
  const amountCents = centsOfUsdt(transfer.micros, rateE4)
  if (transfer.orderId === null) await makeOrder(cashier, transfer, amountCents)
  await creditTopUps(cashier, chainTopUps, [arrivalOf(transfer, amountCents)])
  await updateTransfer(deps.db, transfer, {
    from: ['seen', 'gone'],
    status: 'credited',
    block: transfer.block,
    missedAtBlock: null,
  })
}

async function rateOf({ deps, usdt, settings }: Cashier, transfer: Transfer): Promise<number | null> {
  const terms = { quoteSeconds: settings.usdtQuoteSeconds, graceSeconds: settings.usdtGraceSeconds }
  return updateRate(deps.db, transfer, (await usdt.quotes.read(terms))?.rateE4 ?? null)
}

const makeOrder = ({ deps, policy, settings }: Cashier, transfer: Transfer, amountCents: number) =>
  deps.db.begin(async (tx) => {
    const chargeRef = chargeRefOf(transfer)
    await insertTransferOrder(tx, {
      id: deps.random.hex(16),
      payNo: deps.random.hex(16),
      chargeRef,
      playerId: transfer.playerId,
      amountCents,
      mainTimes: policy.terms.wagersTopUps ? settings.wagering.main : 0,
    })
    await updateOrderOf(tx, transfer, chargeRef)
  })

const arrivalOf = (transfer: Transfer, amountCents: number): Arrival => ({
  providerRef: nameOf(transfer),
  chargeRef: chargeRefOf(transfer),
  amountCents: cents(amountCents),
  paidAt: transfer.blockAt,
  payerTaxId: undefined,
  refunds: [],
})

/** Takes a credited transfer back that is in the chain no more, as what a bank takes back: what is gone is a debt. */
export async function takeBackTransfer(cashier: Cashier, transfer: Transfer): Promise<void> {
  const amountCents = cents(centsOfUsdt(transfer.micros, transfer.rateE4 ?? 0))
  const refund = { id: 'reorganised', amountCents, state: 'returned' as const, nature: 'REORGANISED' }
  await reverseTopUps(cashier, chainTopUps, [{ ...arrivalOf(transfer, amountCents), refunds: [refund] }])
  await updateTransfer(cashier.deps.db, transfer, {
    from: ['credited'],
    status: 'taken_back',
    block: transfer.block,
    missedAtBlock: null,
  })
}
