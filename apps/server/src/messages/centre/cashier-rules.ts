import { type Arrived, arrivedWords, type NewMessage, type Words } from './rules.ts'

type Credited = {
  playerId: number
  orderId: string
  amountCents: number
  bonusGrantCents: number
  first: boolean
  providerRef?: string | undefined
  how?: 'other_amount' | 'again' | 'late' | 'discount_used' | undefined
  askedCents?: number | undefined
  /** The part that paid a debt. */
  repaidCents?: number | undefined
}

const WALLET = '/registros?tab=wallet'

/** `whole`: the text if all of the money is in the balance. `repaid`: the sentence if some or all of it paid a debt. */
const topUpTexts = {
  credited: { whole: 'message.topup.credited', repaid: 'repaid.credited' },
  other_amount: { whole: 'message.topup.otherAmount', repaid: 'repaid.otherAmount' },
  again: { whole: 'message.topup.again', repaid: 'repaid.again' },
  late: { whole: 'message.topup.late', repaid: 'repaid.late' },
  discount_used: { whole: 'message.topup.discountUsed', repaid: 'repaid.discountUsed' },
} as const

/** The messages about a credited top-up and its bonus. */
export const topUpMessages = (topUp: Credited): NewMessage[] => {
  const { playerId, orderId, amountCents, bonusGrantCents } = topUp
  const { textKey, values } = arrivedWords(topUpTexts[topUp.how ?? 'credited'], topUp)
  const credited: NewMessage = {
    playerId,
    kind: 'cashier',
    textKey,
    values: { ...values, askedCents: topUp.askedCents ?? amountCents },
    link: WALLET,
    // An order that is paid twice leads to two messages.
    source: topUp.how === 'again' ? `topup:${orderId}:${topUp.providerRef ?? ''}` : `topup:${orderId}`,
  }
  if (bonusGrantCents === 0) return [credited]
  const granted: NewMessage = {
    playerId,
    kind: 'bonus',
    textKey: topUp.first ? 'message.bonus.firstTopUp' : 'message.bonus.topUp',
    values: { bonusCents: bonusGrantCents },
    link: '/conta',
    source: `topup:${orderId}:bonus`,
  }
  return [credited, granted]
}

type Reversed = {
  playerId: number
  orderId: string
  amountCents: number
  debtCents: number
  isOurs?: boolean | undefined
}

/** The message about a reversed top-up, by the bank or by us. The `nonce` makes each reversal a message of its own. */
export const reversalMessage = (
  { playerId, orderId, amountCents, debtCents, isOurs }: Reversed,
  nonce: string,
): NewMessage => ({
  playerId,
  kind: 'cashier',
  textKey: reversalText(debtCents, isOurs),
  values: { amountCents, debtCents },
  link: WALLET,
  source: `reversal:${orderId}:${nonce}`,
})

function reversalText(debtCents: number, isOurs = false): string {
  if (isOurs) return 'message.topup.givenBack'
  return debtCents > 0 ? 'message.topup.reversedIntoDebt' : 'message.topup.reversed'
}

type Refunding = Arrived & { playerId: number; refundId: string; step: 'asked' | 'failed' }

const failedRefundTexts = { whole: 'message.topup.notGivenBack', repaid: 'repaid.refund' }

/** The messages about our refund of a top-up to its payer, and about its failure. */
export const refundMessage = ({ playerId, refundId, step, ...back }: Refunding): NewMessage => ({
  playerId,
  kind: 'cashier',
  ...(step === 'asked'
    ? { textKey: 'message.topup.givingBack', values: { amountCents: back.amountCents } }
    : arrivedWords(failedRefundTexts, back)),
  link: WALLET,
  source: `refund:${refundId}:${step}`,
})

/** The message about a third party's payment that goes back to its payer. */
export const returningMessage = ({
  playerId,
  providerRef,
  amountCents,
}: {
  playerId: number
  providerRef: string
  amountCents: number
}): NewMessage => ({
  playerId,
  kind: 'cashier',
  textKey: 'message.topup.otherPayer',
  values: { amountCents },
  link: WALLET,
  source: `returning:${providerRef}`,
})

const transferTexts = { whole: 'message.transfer.received', repaid: 'repaid.transfer' }

/** The message to the recipient of a transfer from another player. */
export const transferMessage = ({
  playerId,
  transferId,
  ...received
}: Arrived & { playerId: number; transferId: string }): NewMessage => ({
  playerId,
  kind: 'cashier',
  ...arrivedWords(transferTexts, received),
  link: WALLET,
  source: `transfer:${transferId}`,
})

type Changed = Arrived & { playerId: number; orderId: string; status: string }

const refusedTexts = { whole: 'message.withdrawal.refused', repaid: 'repaid.withdrawal' }

/** The words about an ended withdrawal (10 is paid, 01 and -01 ended unpaid); undefined for one that has not ended. */
function withdrawalWords({ status, ...ended }: Arrived & { status: string }): Words | undefined {
  if (status === '10')
    return { textKey: 'message.withdrawal.paid', values: { amountCents: ended.amountCents } }
  return status === '01' || status === '-01' ? arrivedWords(refusedTexts, ended) : undefined
}

/** The message about an ended withdrawal; requesting one leads to no message, because its player knows. */
export function withdrawalMessage(changed: Changed): NewMessage | undefined {
  const words = withdrawalWords(changed)
  if (words === undefined) return undefined
  const { playerId, orderId, status } = changed
  return { playerId, kind: 'cashier', ...words, link: WALLET, source: `withdrawal:${orderId}:${status}` }
}
