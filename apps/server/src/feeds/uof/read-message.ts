import { attemptReading, type FeedReading, stopReading } from '../../sportsbook/index.ts'
import {
  decimalIn,
  instantIn,
  specifiersIn,
  textIn,
  wholeIn,
  wholeOf,
  childOf,
  childrenOf,
  readXml,
  type XmlElement,
  pairIn,
} from './read-xml.ts'
import type {
  UofMarket,
  UofMarketKey,
  UofMarketStatus,
  UofMessage,
  UofOutcome,
  UofResult,
  UofUnread,
  UofEventStatus,
} from './uof-messages.ts'

/**
 * Parses one message of a Unified Odds Feed. Invalid XML, an unknown message, or a missing or invalid field is
 * refused by name; nothing is guessed or silently dropped. Each market is read or refused alone.
 */
export const readUofMessage = (text: string): FeedReading<UofMessage> =>
  attemptReading(() => {
    const root = readXml(text)
    const read = Object.hasOwn(READERS, root.name) ? READERS[root.name] : undefined
    return read ? read(root) : stopReading('unknown_kind', root.name.slice(0, 60))
  })

const READERS: Readonly<Record<string, (root: XmlElement) => UofMessage>> = {
  odds_change: readOddsChange,
  bet_stop: (root) => ({
    ...eventOf(root),
    kind: 'bet_stop',
    groups: textIn(root, 'groups').split('|'),
    marketStatus: marketStatusIn(root, 'market_status', 'suspended'),
  }),
  bet_settlement: (root) => ({
    ...eventOf(root),
    kind: 'bet_settlement',
    certainty: wholeOf(root, 'certainty', [1, 2]) === 1 ? 1 : 2,
    ...eachMarket(childOf(root, 'outcomes'), (market) => ({
      ...cancelledMarketOf(market),
      outcomes: childrenOf(market, 'outcome').map(resultOf),
    })),
  }),
  bet_cancel: readCancel,
  rollback_bet_cancel: readCancel,
  rollback_bet_settlement: (root) => ({
    ...eventOf(root),
    kind: 'rollback_bet_settlement',
    ...eachMarket(root, marketKeyOf),
  }),
  fixture_change: (root) => ({
    ...eventOf(root),
    kind: 'fixture_change',
    changeType: wholeIn(root, 'change_type', [0, 1000]),
    startsAt: instantIn(root, 'start_time'),
  }),
  alive: (root) => ({
    ...producerOf(root),
    kind: 'alive',
    isSubscribed: wholeOf(root, 'subscribed', [0, 1]) === 1,
  }),
  snapshot_complete: (root) => ({
    ...producerOf(root),
    kind: 'snapshot_complete',
    requestId: wholeOf(root, 'request_id'),
  }),
}

const PRODUCERS = [1, 1000] as const

const sentOf = (root: XmlElement) => ({
  product: wholeIn(root, 'product', PRODUCERS),
  sentAt: instantIn(root, 'timestamp'),
  isReplayed: wholeIn(root, 'request_id') !== undefined,
})

/** A message about a producer must name it. */
const producerOf = (root: XmlElement) => ({ ...sentOf(root), product: wholeOf(root, 'product', PRODUCERS) })

/** sr:match:123, vf:match:1, sr:season:1, sr:simple_tournament:2. */
const EVENT_ID = /^[a-z]{2,6}:[a-z_]{2,24}:\d{1,15}$/

function eventOf(root: XmlElement) {
  const eventId = textIn(root, 'event_id')
  if (!EVENT_ID.test(eventId)) stopReading('field_not_valid', `event_id "${eventId.slice(0, 60)}"`)
  return { ...sentOf(root), eventId }
}

const MARKET_STATUSES: Readonly<Record<number, UofMarketStatus>> = {
  1: 'active',
  0: 'inactive',
  [-1]: 'suspended',
  [-2]: 'handed_over',
  [-3]: 'settled',
  [-4]: 'cancelled',
}

const marketStatusIn = (element: XmlElement, name: string, otherwise: UofMarketStatus): UofMarketStatus => {
  const code = wholeIn(element, name, [-4, 1])
  return code === undefined ? otherwise : (MARKET_STATUSES[code] ?? otherwise)
}

const marketKeyOf = (market: XmlElement): UofMarketKey => ({
  id: wholeOf(market, 'id', [1, 1_000_000]),
  specifiers: specifiersIn(market),
})

/** The markets in an element: an invalid one does not refuse the others. */
function eachMarket<Market>(inside: XmlElement | undefined, read: (market: XmlElement) => Market) {
  const markets: Market[] = []
  const unread: UofUnread[] = []
  for (const element of childrenOf(inside, 'market')) {
    const market = attemptReading(() => read(element))
    if (market.ok) markets.push(market.value)
    else {
      const key = attemptReading(() => marketKeyOf(element))
      unread.push({ market: key.ok ? key.value : undefined, refusal: market.refusal })
    }
  }
  return { markets, unread }
}

const cancelledMarketOf = (market: XmlElement) => {
  const voidReason = wholeIn(market, 'void_reason', [0, 10_000])
  return { ...marketKeyOf(market), ...(voidReason === undefined ? {} : { voidReason }) }
}

function readOddsChange(root: XmlElement): UofMessage {
  const odds = childOf(root, 'odds')
  const status = childOf(root, 'sport_event_status')
  return {
    ...eventOf(root),
    kind: 'odds_change',
    status: status && readEventStatus(status),
    ...eachMarket(odds, marketOf),
    bettingStatus: odds && wholeIn(odds, 'betting_status', [0, 1000]),
    betStopReason: odds && wholeIn(odds, 'betstop_reason', [0, 1000]),
  }
}

const marketOf = (market: XmlElement): UofMarket => ({
  ...marketKeyOf(market),
  // The feed omits the status of an open market.
  status: marketStatusIn(market, 'status', 'active'),
  isFavourite: market.attributes['favourite'] === '1',
  outcomes: childrenOf(market, 'outcome').map(outcomeOf),
})

const MAX_PRICE = 100_000

function outcomeOf(outcome: XmlElement): UofOutcome {
  const price = decimalIn(outcome, 'odds', [1, MAX_PRICE])
  return {
    id: textIn(outcome, 'id'),
    priceMilli: price === undefined ? undefined : Math.round(price * 1000),
    chance: decimalIn(outcome, 'probabilities', [0, 1]),
    isActive: wholeIn(outcome, 'active', [0, 1]) !== 0,
  }
}

function resultOf(outcome: XmlElement): UofResult {
  const result = wholeOf(outcome, 'result', [-1, 1])
  const factors = {
    voidFactor: outcome.attributes['void_factor'],
    deadHeat: outcome.attributes['dead_heat_factor'],
  }
  decimalIn(outcome, 'void_factor', [0, 1])
  decimalIn(outcome, 'dead_heat_factor', [0, 1])
  return {
    id: textIn(outcome, 'id'),
    result: result === 1 ? 1 : result === 0 ? 0 : -1,
    ...(factors.voidFactor === undefined ? {} : { voidFactor: factors.voidFactor }),
    ...(factors.deadHeat === undefined ? {} : { deadHeatFactor: factors.deadHeat }),
  }
}

function readCancel(root: XmlElement): UofMessage {
  const from = instantIn(root, 'start_time')
  const until = instantIn(root, 'end_time')
  if (from && until && from >= until) stopReading('field_not_valid', 'the window ends before it begins')
  return {
    ...eventOf(root),
    kind: root.name === 'bet_cancel' ? 'bet_cancel' : 'rollback_bet_cancel',
    from,
    until,
    ...eachMarket(root, cancelledMarketOf),
    // The feed's own spelling.
    supersededBy: root.attributes['superceded_by'],
  }
}

/** The clock, score, periods and counts of a message. */
function readEventStatus(element: XmlElement): UofEventStatus {
  const clock = childOf(element, 'clock')
  const statistics = childOf(element, 'statistics')
  const counted = (name: string) => pairIn(childOf(statistics, name), 'home', 'away')
  return {
    status: wholeOf(element, 'status', [0, 100]),
    matchStatus: wholeIn(element, 'match_status', [0, 2000]) ?? 0,
    score: pairIn(element, 'home_score', 'away_score'),
    clockSeconds: clock && clockSecondsOf(clock.attributes['match_time']),
    isStoppedClock: clock?.attributes['stopped'] === 'true',
    periods: childrenOf(childOf(element, 'period_scores'), 'period_score').map((period) => ({
      matchStatus: wholeIn(period, 'match_status_code', [0, 2000]) ?? 0,
      number: wholeIn(period, 'number', [0, 100]) ?? 0,
      ...(pairIn(period, 'home_score', 'away_score') ??
        stopReading('field_missing', 'home_score of period_score')),
    })),
    corners: counted('corners'),
    yellowCards: counted('yellow_cards'),
    redCards: counted('red_cards'),
    yellowRedCards: counted('yellow_red_cards'),
  }
}

/** "75:02" in seconds; undefined if absent. */
function clockSecondsOf(written: string | undefined): number | undefined {
  if (written === undefined || written === '') return undefined
  const [, minutes, seconds] = /^(\d{1,3}):([0-5]\d)$/.exec(written) ?? []
  if (minutes === undefined) return stopReading('field_not_valid', `match_time "${written.slice(0, 20)}"`)
  return Number(minutes) * 60 + Number(seconds)
}
