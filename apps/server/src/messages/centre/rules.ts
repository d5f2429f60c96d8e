import type { BlockedProduct, LimitKind, LimitPeriod, MessageKind } from '@palpite/contract'
import type { MessagesSettings } from '../settings.ts'

export type MessageValues = Readonly<Record<string, string | number>>

/** A message as keys and values, identified by its `source`. */
export type NewMessage = {
  playerId: number
  kind: MessageKind
  textKey: string
  values?: MessageValues
  link?: string
  source: string
  /** Required in writing: mailed whatever the player prefers. */
  inWriting?: boolean
  /** The campaign with its words. */
  campaignId?: number
}

/** The text where all of the money is in the balance, and the sentence where a part, or all, repaid a debt. */
type Texts = { whole: string; repaid: string }

/** Money that came to a player, and the part of it that repaid a debt. */
export type Arrived = { amountCents: number; repaidCents?: number | undefined }

/** The key of a message's texts, and their values. */
export type Words = { textKey: string; values: MessageValues }

/**
 * What a message says of money that arrived: that it is in the balance, or how much of it repaid a debt first. `others`:
 * further values of both texts.
 */
export function arrivedWords(
  { whole, repaid }: Texts,
  { amountCents, repaidCents = 0 }: Arrived,
  others: MessageValues = {},
): Words {
  const values = { ...others, amountCents }
  if (repaidCents === 0) return { textKey: whole, values }
  const leftCents = amountCents - repaidCents
  return {
    textKey: 'message.repaid',
    values: { ...values, titleKey: `${whole}.title`, whatKey: repaid, repaidCents, leftCents },
  }
}

type Settled = {
  playerId: number
  betId: number
  result: number
  returnCents: number
  stakeCents: number
  repaidCents?: number | undefined
}

const returned = { whole: 'message.bet.returned', repaid: 'repaid.bet.returned' }

/** Texts by the specification's result codes; every other code is a lost bet. */
const betTexts: Readonly<Record<number, Texts>> = {
  10: { whole: 'message.bet.won', repaid: 'repaid.bet.won' },
  21: { whole: 'message.bet.halfWon', repaid: 'repaid.bet.halfWon' },
  0: returned,
  90: returned,
  11: { whole: 'message.bet.halfLost', repaid: 'repaid.bet.halfLost' },
  [-1]: { whole: 'message.bet.abnormal', repaid: 'repaid.bet.abnormal' },
}

function betWords({ result, stakeCents, returnCents, repaidCents }: Settled, shownId: string): Words {
  const values = { stakeCents, returnCents, bet: shownId }
  const texts = betTexts[result]
  if (texts === undefined) return { textKey: 'message.bet.lost', values }
  return arrivedWords(texts, { amountCents: returnCents, repaidCents }, values)
}

/** The message about a settled bet. A resettled bet with another outcome gets another message. */
export const betMessage = (bet: Settled, shownId: string): NewMessage => ({
  playerId: bet.playerId,
  kind: 'result',
  ...betWords(bet, shownId),
  link: `/registros?tab=sports&bet=${shownId}`,
  source: `bet:${bet.betId}:${bet.result}:${bet.returnCents}`,
})

type Reached = { playerId: number; betId: number; levelCents: number; offerCents: number }

/** The message about an open bet that has reached the value at which its player wanted to be alerted. */
export const cashOutAlertMessage = (reached: Reached, shownId: string): NewMessage => ({
  playerId: reached.playerId,
  kind: 'result',
  textKey: 'message.cashOut.reached',
  values: { levelCents: reached.levelCents, offerCents: reached.offerCents, bet: shownId },
  link: '/registros?tab=sports',
  source: `cash-out:${reached.betId}:${reached.levelCents}`,
})

type Sold = {
  playerId: number
  betId: number
  levelCents: number
  paidCents: number
  repaidCents?: number | undefined
}

const soldTexts = { whole: 'message.cashOut.sold', repaid: 'repaid.cashOut' }

/** The message about an automatic cash-out, at the trigger that the player had set. */
export const automaticCashOutMessage = (
  { playerId, betId, levelCents, paidCents, repaidCents }: Sold,
  shownId: string,
): NewMessage => ({
  playerId,
  kind: 'result',
  ...arrivedWords(
    soldTexts,
    { amountCents: paidCents, repaidCents },
    { levelCents, paidCents, bet: shownId },
  ),
  link: `/registros?tab=sports&bet=${shownId}`,
  source: `cash-out-sold:${betId}`,
})

type Played = { playerId: number; roundId: number; game: string; stakeCents: number; payoutCents: number }

/** The message about a round with a large payout; undefined for other rounds. */
export function roundMessage(
  round: Played,
  { notablePayoutCents, notableTimes }: Pick<MessagesSettings, 'notablePayoutCents' | 'notableTimes'>,
): NewMessage | undefined {
  const { playerId, roundId, game, stakeCents, payoutCents } = round
  if (payoutCents < notablePayoutCents || payoutCents < stakeCents * notableTimes) return undefined
  return {
    playerId,
    kind: 'result',
    textKey: 'message.round.notable',
    values: { gameKey: `game.${game}`, stakeCents, payoutCents },
    link: '/registros?tab=games',
    source: `round:${roundId}`,
  }
}

type Ended = {
  playerId: number
  source: string
  sourceId: string
  outcome: 'met' | 'expired' | 'given_back'
  cents: number
  releasedCents: number
}

const endedTexts = {
  met: 'message.bonus.met',
  expired: 'message.bonus.expired',
  given_back: 'message.bonus.givenBack',
} as const

/** The message about a bonus that was wagered, has expired, or was given back by its player. */
export const bonusMessage = (ended: Ended): NewMessage => ({
  playerId: ended.playerId,
  kind: 'bonus',
  textKey: endedTexts[ended.outcome],
  values: { bonusCents: ended.cents },
  link: '/conta',
  source: `bonus:${ended.source}:${ended.sourceId}:${ended.outcome}:${ended.releasedCents}`,
})

/** A gift to a player, as the event of the granting module has it. */
export type Grant = { playerId: number; kind: string; amountCents: number }

/** The text for each kind of gift, and the page that shows the gift. */
const grants: Readonly<Record<string, { textKey: string; link: string }>> = {
  vip: { textKey: 'message.grant.vip', link: '/vip' },
  ladder: { textKey: 'message.grant.ladder', link: '/ladderBonus' },
  commission: { textKey: 'message.grant.commission', link: '/agentJl' },
  check_in: { textKey: 'message.grant.checkIn', link: '/signInSheet' },
  game_bonus: { textKey: 'message.grant.gameBonus', link: '/gamebouns' },
}

/** The message about a gift; the `nonce` makes each one a message of its own. */
export const grantMessage = ({ playerId, kind, amountCents }: Grant, nonce: string): NewMessage => ({
  playerId,
  kind: 'bonus',
  ...(grants[kind] ?? { textKey: 'message.grant.other', link: '/gamebouns' }),
  values: { amountCents },
  source: `grant:${nonce}`,
})

type Decided = {
  playerId: number
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  waits: boolean
}

/** The message about a limit that is in force or waits; the `nonce` makes each change a message of its own. */
export function limitMessage({ playerId, kind, period, amount, waits }: Decided, nonce: string): NewMessage {
  const changed = amount === null ? 'lifted' : 'set'
  const unit = kind === 'bets' || kind === 'time' ? kind : 'money'
  return {
    playerId,
    kind: 'system',
    textKey: 'message.ownLimit',
    values: {
      limitKey: `limit.${kind}`,
      periodKey: `limit.period.${period}`,
      changeKey: `limit.${changed}${waits ? 'Later' : ''}`,
      amountKey: `limit.amount.${unit}`,
      ...(unit === 'money' ? { limitCents: amount ?? 0 } : { limit: amount ?? 0 }),
    },
    source: `limit:${nonce}`,
  }
}

type Begun = {
  playerId: number
  kind: 'time_out' | 'exclusion' | 'block'
  product: BlockedProduct | null
  endsAt: string | null
}

/**
 * The message when the national register names a player, always mailed, and when it no longer does. `isClosing`: by the
 * policy the account of an impeded player is refunded, paid out and closed.
 */
export const impedimentMessage = (
  { playerId, isImpeded }: { playerId: number; isImpeded: boolean },
  { nonce, isClosing }: { nonce: string; isClosing: boolean },
): NewMessage => ({
  playerId,
  kind: 'system',
  textKey: !isImpeded ? 'message.impedimentOver' : isClosing ? 'message.impededCloses' : 'message.impeded',
  source: `impediment:${nonce}`,
  ...(isImpeded && { inWriting: true }),
})

/** The message when operators suspend an account or lift the suspension, always mailed. Only support says why. */
export const suspensionMessage = ({
  playerId,
  isSuspended,
  suspensionId,
}: {
  playerId: number
  isSuspended: boolean
  suspensionId: number
}): NewMessage => ({
  playerId,
  kind: 'system',
  textKey: isSuspended ? 'message.suspended' : 'message.suspensionLifted',
  link: '/ajuda',
  source: `suspension:${suspensionId}:${isSuspended ? 'begun' : 'lifted'}`,
  inWriting: true,
})

/** The message about a break: its kind and its end. A self-exclusion is always mailed. */
export const breakMessage = ({ playerId, kind, product, endsAt }: Begun, nonce: string): NewMessage => ({
  playerId,
  kind: 'system',
  textKey: endsAt === null ? 'message.breakForGood' : 'message.break',
  values: {
    breakKey: kind === 'block' ? `break.${product}` : `break.${kind}`,
    ...(endsAt === null ? {} : { endsAt }),
  },
  source: `break:${nonce}`,
  ...(kind === 'exclusion' && { inWriting: true }),
})

/** The message when a pause is offered after a big loss, once a day. */
export const coolOffMessage = ({
  playerId,
  day,
  netLossCents,
}: {
  playerId: number
  day: string
  netLossCents: number
}): NewMessage => ({
  playerId,
  kind: 'system',
  textKey: 'message.coolOff',
  values: { lossCents: netLossCents },
  source: `cool-off:${day}`,
})

type HarmStep = { playerId: number; caseId: number; step: string; signs: readonly string[] }

/** The message about a step after signs of harm, with the first reason; the player's history has all of them. */
export const harmMessage = ({ playerId, caseId, step, signs }: HarmStep): NewMessage => ({
  playerId,
  kind: 'system',
  textKey: `message.harm.${step}`,
  values: { reasonKey: `harm.${signs[0] ?? ''}` },
  source: `harm:${caseId}:${step}`,
})
