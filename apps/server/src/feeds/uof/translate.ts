import {
  MARKET_TYPES,
  marketFromFeed,
  type MarketType,
  marketType,
  outcomeFromFeed,
  resolutionFromFeed,
  rungBelow,
  type MarketRef,
  type Period,
  type Sport,
} from '@palpite/odds'
import {
  type FeedMessage,
  type FeedRefusal,
  type MarketKey,
  type MarketNow,
  matchStatuses,
  type SettledMarket,
} from '../../sportsbook/index.ts'
import { uofMatchState } from './match-statuses.ts'
import { naturalScore } from './natural-score.ts'
import type {
  UofAlive,
  UofBetCancel,
  UofBetStop,
  UofEventStatus,
  UofMarket,
  UofMarketKey,
  UofMessage,
  UofOddsChange,
  UofSettlement,
  UofSnapshotComplete,
  UofUnread,
} from './uof-messages.ts'

/** A message about a fixture in our terms; parts we do not offer are omitted and named. */
export type Translated = { readonly messages: readonly FeedMessage[]; readonly left: readonly FeedRefusal[] }

type EventMessage = Exclude<UofMessage, UofAlive | UofSnapshotComplete>

/** Translates a feed message about a fixture of this sport into sports book messages. */
export function translateUof(message: EventMessage, sport: Sport): Translated {
  const { eventId: key, sentAt } = message
  switch (message.kind) {
    case 'odds_change':
      return oddsOf(message, sport)
    case 'bet_stop':
      return stopOf(message, sport)
    case 'bet_settlement':
      return settlementOf(message, sport)
    case 'rollback_bet_settlement': {
      const { markets, left } = marketsOf(sport, message.markets)
      return withUnread(message, sport, {
        messages: [{ kind: 'rollback_settlement', key, markets, sentAt }],
        left,
      })
    }
    case 'bet_cancel':
    case 'rollback_bet_cancel': {
      const { markets, left } = marketsOf(sport, message.markets)
      const window = { from: message.from ?? null, until: message.until ?? null, sentAt }
      const messages: FeedMessage[] =
        message.kind === 'bet_cancel'
          ? cancelsOf(message, sport).map((one) => ({ kind: 'bet_cancel', key, ...window, ...one }))
          : [{ kind: 'rollback_cancel', key, markets, ...window }]
      return withUnread(message, sport, { messages, left })
    }
    case 'fixture_change':
      return { messages: [{ kind: 'fixture_change', key, startsAt: message.startsAt ?? null }], left: [] }
  }
}

/** The markets by their void reason: it decides whether other feeds are affected. */
function cancelsOf({ markets }: UofBetCancel, sport: Sport): { markets: MarketKey[]; reason: string }[] {
  const byReason = Map.groupBy(markets, ({ voidReason }) =>
    voidReason === undefined ? 'feed' : `feed ${voidReason}`,
  )
  return [...byReason].map(([reason, named]) => ({ markets: marketsOf(sport, named).markets, reason }))
}

type WithMarkets = Extract<EventMessage, { unread: readonly UofUnread[] }>

/** Closes what an unreadable part of a message concerned: its market, or all markets if even that is unreadable. */
function withUnread({ eventId: key, unread }: WithMarkets, sport: Sport, read: Translated): Translated {
  const [first] = unread
  if (!first) return read
  const refs = unread.map(({ market }) => market && marketFromFeed(sport, market.id, market.specifiers))
  const markets = refs.flatMap((ref): MarketNow[] =>
    ref ? [{ market: keyOf(ref), status: 'suspended', outcomes: [] }] : [],
  )
  const detail = unread.map(({ market, refusal }) =>
    [market && nameOf(market), refusal.detail].filter(Boolean).join(': '),
  )
  return {
    messages: [
      ...(unread.some(({ market }) => !market) ? [{ kind: 'bet_stop' as const, key }] : []),
      ...read.messages,
      ...(markets.length > 0 ? [{ kind: 'markets' as const, key, markets }] : []),
    ],
    left: [...read.left, { reason: first.refusal.reason, detail: detail.join(', ').slice(0, 400) }],
  }
}

/**
 * Our markets in a feed group, where certain: those that count corners or cards, without minute ranges, scorers and
 * players, which we do not offer. Any other group stops everything.
 */
const GROUPS: Readonly<Record<string, (type: MarketType) => boolean>> = {
  corners: ({ stat }) => stat === 'corners',
  bookings: ({ stat }) => stat === 'cards',
  '180s': () => false,
  '5_min': () => false,
  '10_min': () => false,
  '15_min': () => false,
  scorers: () => false,
  player_props: () => false,
}

function stopOf({ eventId: key, groups }: UofBetStop, sport: Sport): Translated {
  const known = groups.flatMap((group) => (Object.hasOwn(GROUPS, group) ? (GROUPS[group] ?? []) : []))
  if (known.length < groups.length) return { messages: [{ kind: 'bet_stop', key }], left: [] }
  const only = MARKET_TYPES.filter((type) => type.sport === sport && known.some((has) => has(type))).flatMap(
    ({ id: type, periods }) => (Object.keys(periods) as Period[]).map((period) => ({ type, period })),
  )
  return { messages: only.length > 0 ? [{ kind: 'bet_stop', key, only }] : [], left: [] }
}

const keyOf = ({ type, period, lineQuarters, side }: MarketRef): MarketKey => ({
  type,
  period,
  lineQuarters: lineQuarters ?? null,
  side: side ?? null,
})

const nameOf = ({ id, specifiers }: UofMarketKey): string =>
  [id, ...Object.entries(specifiers).map(([name, value]) => `${name}=${value}`)].join(' ')

function marketsOf(sport: Sport, named: readonly UofMarketKey[]) {
  const found = named.map((one) => ({ one, ref: marketFromFeed(sport, one.id, one.specifiers) }))
  return {
    markets: found.flatMap(({ ref }) => (ref ? [keyOf(ref)] : [])),
    left: unknownMarkets(found.filter(({ ref }) => !ref).map(({ one }) => nameOf(one))),
  }
}

/** One refusal for all of them: a message names hundreds of markets we do not offer. */
const unknownMarkets = (names: readonly string[]): FeedRefusal[] =>
  names.length === 0 ? [] : [{ reason: 'unknown_market', detail: names.join(', ').slice(0, 400) }]

function oddsOf(message: UofOddsChange, sport: Sport): Translated {
  const key = message.eventId
  const unknown: string[] = []
  const outcomes: string[] = []
  const markets = message.markets.flatMap((market): MarketNow[] => {
    const ref = marketFromFeed(sport, market.id, market.specifiers)
    if (!ref) unknown.push(nameOf(market))
    return ref ? [marketNow(market, ref, outcomes)] : []
  })
  const messages: FeedMessage[] = [
    ...(message.status ? playOf(key, sport, message.status) : []),
    ...(markets.length > 0 ? [{ kind: 'markets' as const, key, markets }] : []),
  ]
  const unknownOutcomes: FeedRefusal[] =
    outcomes.length === 0 ? [] : [{ reason: 'unknown_outcome', detail: outcomes.join(', ').slice(0, 400) }]
  return withUnread(message, sport, { messages, left: [...unknownMarkets(unknown), ...unknownOutcomes] })
}

/**
 * The current state of a market. Only an active one takes bets: not one handed over to the live producer,
 * which has sent nothing yet.
 */
function marketNow(market: UofMarket, ref: MarketRef, unknown: string[]): MarketNow {
  const type = marketType(ref.type)
  const outcomes = market.outcomes.flatMap(({ id, priceMilli, isActive }) => {
    const code = type && outcomeFromFeed(type, id)
    if (code === undefined) unknown.push(`${nameOf(market)} ${id}`)
    const rung = isActive && priceMilli !== undefined ? rungBelow(priceMilli / 1000) : undefined
    return code === undefined || rung === undefined ? [] : [{ code, priceMilli: rung }]
  })
  const isOpen = market.status === 'active' && outcomes.length > 0
  return { market: keyOf(ref), status: isOpen ? 'open' : 'suspended', outcomes: isOpen ? outcomes : [] }
}

function playOf(key: string, sport: Sport, status: UofEventStatus): FeedMessage[] {
  const uofState = uofMatchState(sport, status.status, status.matchStatus)
  const { matchStatus, period } = uofState
  const minute = status.clockSeconds === undefined ? null : Math.floor(status.clockSeconds / 60) + 1
  const clock = period === undefined ? null : { period, minute }
  const state = matchStatus === matchStatuses.notOpen ? null : naturalScore(sport, status, uofState)
  // A finished match without a readable score is still over: its markets wait for the feed's settlements.
  return [{ kind: 'play', key, matchStatus, clock, state }]
}

function settlementOf(message: UofSettlement, sport: Sport): Translated {
  const unknown: string[] = []
  const outcomes: string[] = []
  const markets = message.markets.flatMap((market): SettledMarket[] => {
    const ref = marketFromFeed(sport, market.id, market.specifiers)
    const type = ref && marketType(ref.type)
    if (!ref || !type) {
      unknown.push(nameOf(market))
      return []
    }
    const settled = market.outcomes.flatMap(({ id, ...fields }) => {
      const code = outcomeFromFeed(type, id)
      const { result } = fields
      const found = result === -1 ? undefined : resolutionFromFeed({ ...fields, result })
      if (code === undefined) outcomes.push(`${nameOf(market)} ${id}`)
      return code === undefined || !found ? [] : [{ code, resolution: found }]
    })
    return settled.length === 0 ? [] : [{ market: keyOf(ref), outcomes: settled }]
  })
  const certainty = message.certainty === 2 ? ('confirmed' as const) : ('provisional' as const)
  return withUnread(message, sport, {
    messages:
      markets.length === 0
        ? []
        : [{ kind: 'settlement', key: message.eventId, certainty, markets, sentAt: message.sentAt }],
    left: [
      ...unknownMarkets(unknown),
      ...(outcomes.length === 0
        ? []
        : [{ reason: 'unknown_outcome' as const, detail: outcomes.join(', ').slice(0, 400) }]),
    ],
  })
}
