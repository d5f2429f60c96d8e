import {
  topupCredited,
  topupRefund,
  topupReturning,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from '../../cashier/index.ts'
import { roundPlayed } from '../../games/index.ts'
import { playerIdentified, playerRegistered, secondFactorChanged } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type EventHandler, type EventTopic, on } from '../../platform/events.ts'
import { type Listener, listenToOutbox } from '../../platform/outbox.ts'
import { skippedBy } from '../../platform/skip-failing.ts'
import { publicIds } from '../../platform/public-ids.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  breakBegun,
  dataRequested,
  documentsDecided,
  documentsExpire,
  coolOffOffered,
  harmStepTaken,
  impedimentChanged,
  limitChanged,
  limitDecided,
  policyOf,
  suspensionChanged,
} from '../../protection/index.ts'
import { betSettled, cashOutReached, cashOutSold } from '../../sportsbook/index.ts'
import { bonusEnded } from '../../wagering/index.ts'
import type { MessagesSettings } from '../settings.ts'
import {
  refundMessage,
  returningMessage,
  reversalMessage,
  topUpMessages,
  transferMessage,
  withdrawalMessage,
} from './cashier-rules.ts'
import {
  betMessage,
  bonusMessage,
  breakMessage,
  impedimentMessage,
  type Grant,
  grantMessage,
  coolOffMessage,
  harmMessage,
  limitMessage,
  type NewMessage,
  cashOutAlertMessage,
  suspensionMessage,
  roundMessage,
  automaticCashOutMessage,
} from './rules.ts'
import { writeMessages } from './messages.ts'

/** The handler that turns one kind of event into messages. */
const messagesOn = <E>(
  topic: EventTopic<E>,
  toMessages: (event: E) => readonly (NewMessage | undefined)[],
): EventHandler =>
  on(topic, (tx, events) =>
    writeMessages(
      tx,
      events.flatMap(toMessages).filter((message) => message !== undefined),
    ),
  )

/** Messages about the second factor. The mail about it comes from identity, to the address of that moment. */
const factorTexts = {
  factor_on: 'message.factor.on',
  factor_off: 'message.factor.off',
  recovery_used: 'message.factor.recoveryUsed',
  recovery_renewed: 'message.factor.recoveryRenewed',
} as const

/** Messages about missing or outdated data. */
const dataTexts = { exposure: 'message.data.exposure', gender: 'message.data.gender' } as const

/** Messages about identity: documents, national register and the second factor. */
const ofIdentity = (random: Deps['random']): EventHandler[] => [
  messagesOn(documentsDecided, ({ playerId, isApproved }) => [
    {
      playerId,
      kind: 'system',
      textKey: isApproved ? 'message.documents.approved' : 'message.documents.refused',
      link: '/conta',
      source: `documents:${random.uuid()}`,
    },
  ]),
  messagesOn(playerIdentified, ({ playerId }) => [
    {
      playerId,
      kind: 'system',
      textKey: 'message.player.identified',
      link: '/conta',
      source: 'identified',
    },
  ]),
  messagesOn(secondFactorChanged, ({ playerId, what }) => [
    { playerId, kind: 'system', textKey: factorTexts[what], source: `second-factor:${random.uuid()}` },
  ]),
]

/** Requests to players: to replace expiring documents, and to enter missing or outdated data. */
const ofRequests = (random: Deps['random']): EventHandler[] => [
  messagesOn(documentsExpire, ({ playerId, expiresOn, isOver }) => [
    {
      playerId,
      kind: 'system',
      textKey: isOver ? 'message.documents.expired' : 'message.documents.expire',
      values: { expiresOn },
      link: '/conta',
      source: `documents-${isOver ? 'expired' : 'expire'}:${random.uuid()}`,
    },
  ]),
  messagesOn(dataRequested, ({ playerId, what }) => [
    {
      playerId,
      kind: 'system',
      textKey: dataTexts[what],
      link: '/conta',
      source: `data:${what}:${random.uuid()}`,
    },
  ]),
]

/**
 * Writes messages that request something of players. Uses an outbox reader of its own name: a server of an older
 * version advances the other reader past these events, and the requests would be lost.
 */
export const followRequests = ({ db, log, random, metrics }: Deps): Listener =>
  listenToOutbox({
    db,
    log,
    name: 'messages-requests',
    handlers: ofRequests(random),
    park: skippedBy({ metrics, log }, 'messages-requests'),
  })

/**
 * Writes messages about suspended accounts, in a reader of its own name for the reason given at `followRequests`. It
 * parks no row: the message of a suspension must not come after that of its end.
 */
export const followSuspensions = ({ db, log }: Deps): Listener =>
  listenToOutbox({
    db,
    log,
    name: 'messages-suspensions',
    handlers: [messagesOn(suspensionChanged, (changed) => [suspensionMessage(changed)])],
  })

/** Writes messages after events, in its own outbox reader, so that balance pushes do not wait for messages. */
export function followEvents(
  { db, log, config, random, metrics }: Deps,
  settings: Settings<MessagesSettings>,
  given: EventTopic<Grant> | undefined,
): Listener {
  const bets = publicIds(config, 'bet')
  const isClosing = policyOf(config).terms.closesImpeded !== null
  const handlers = [
    messagesOn(betSettled, (bet) => [betMessage(bet, bets.show(bet.betId))]),
    messagesOn(cashOutReached, (reached) => [cashOutAlertMessage(reached, bets.show(reached.betId))]),
    messagesOn(cashOutSold, (sold) => [automaticCashOutMessage(sold, bets.show(sold.betId))]),
    on(roundPlayed, async (tx, rounds) => {
      const inForce = await settings.read(tx)
      const messages = rounds.map((round) => roundMessage(round, inForce))
      await writeMessages(
        tx,
        messages.filter((message) => message !== undefined),
      )
    }),
    messagesOn(topupCredited, topUpMessages),
    messagesOn(topupReversed, (reversal) => [reversalMessage(reversal, random.uuid())]),
    messagesOn(topupRefund, (refund) => [refundMessage(refund)]),
    messagesOn(topupReturning, (returning) => [returningMessage(returning)]),
    messagesOn(bonusEnded, (ended) => [bonusMessage(ended)]),
    messagesOn(transferReceived, (transfer) => [transferMessage(transfer)]),
    messagesOn(withdrawalChanged, (withdrawal) => [withdrawalMessage(withdrawal)]),
    messagesOn(limitChanged, ({ playerId, dailyLossCents, waits }) => {
      const textKey = dailyLossCents === null ? 'message.limit.liftWaits' : 'message.limit.set'
      // A limit that is lifted without a wait did not exist: nothing changed.
      if (dailyLossCents === null && !waits) return []
      return [
        {
          playerId,
          kind: 'system',
          textKey: dailyLossCents !== null && waits ? 'message.limit.waits' : textKey,
          values: { limitCents: dailyLossCents ?? 0 },
          source: `limit:${random.uuid()}`, // each change is a new message, even with the same values
        },
      ]
    }),
    messagesOn(limitDecided, (decided) => [limitMessage(decided, random.uuid())]),
    messagesOn(breakBegun, (begun) => [breakMessage(begun, random.uuid())]),
    messagesOn(impedimentChanged, (change) => [
      impedimentMessage(change, { nonce: random.uuid(), isClosing }),
    ]),
    ...ofIdentity(random),
    messagesOn(harmStepTaken, (taken) => [harmMessage(taken)]),
    messagesOn(coolOffOffered, (offered) => [coolOffMessage(offered)]),
    messagesOn(playerRegistered, ({ playerId }) => [
      {
        playerId,
        kind: 'system',
        textKey: 'message.player.registered',
        link: '/ajuda',
        source: 'registered',
      },
    ]),
    ...(given ? [messagesOn(given, (grant) => [grantMessage(grant, random.uuid())])] : []),
  ]
  return listenToOutbox({
    db,
    log,
    name: 'messages',
    handlers,
    park: skippedBy({ metrics, log }, 'messages'),
    // Each of these messages tells the present state: an earlier one read after a later one would be false.
    inOrder: [
      limitChanged,
      limitDecided,
      breakBegun,
      impedimentChanged,
      secondFactorChanged,
      documentsDecided,
    ],
  })
}
