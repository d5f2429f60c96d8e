import { deadHeat, LOST, type Resolution, rungBelow, type Sport, VOID, WON } from '@palpite/odds'
import {
  closes,
  type FeedMessage,
  type FeedReading,
  type FeedRefusal,
  type MarketKey,
  matchStatuses,
  readAs,
  refuse,
} from '../../sportsbook/index.ts'
import { digestOf, type FixtureIncoming, gapOf, type Incoming, type Translation } from '../intake/incoming.ts'
import {
  changedMarket,
  type ExchangeMarket,
  newExchangeMarket,
  quotedMilli,
  type ExchangeChange,
  type ExchangeDefinition,
  readMarketLine,
  type UnreadChange,
} from './exchange-market.ts'
import {
  nothingScored,
  playsOf,
  scoredMatch,
  type ScoredMatch,
  withSidesOf,
  readScoreLine,
} from './cricket-scores.ts'

/** What the exchange's catalogue has and its streams do not: names of runners and of the competition. */
export type ExchangeNames = { readonly competition: string; readonly runners: ReadonlyMap<number, string> }

export type ExchangeReader = {
  readMarket(line: string): FeedReading<Incoming[]>
  readScore(line: string): FeedReading<Incoming[]>
}

const CRICKET = '4'
const HORSES = '7'
const SPORTS: Readonly<Record<string, Sport>> = { [CRICKET]: 'cricket', [HORSES]: 'racing' }

const SIDES = 2

/** The exchange's market types that map to ours. */
const MARKETS: Readonly<Record<string, MarketKey>> = {
  [`${CRICKET} MATCH_ODDS`]: { type: 'cricket.winner', period: 'all', lineQuarters: null, side: null },
  [`${HORSES} WIN`]: { type: 'racing.win', period: 'full', lineQuarters: null, side: null },
  [`${HORSES} PLACE`]: { type: 'racing.place', period: 'full', lineQuarters: null, side: null },
}

/**
 * Reads the streams of an exchange, which send changes only: the reader keeps the state of each market. After a gap
 * the stream sends an image, which replaces that state. An unreadable change is such a gap: the market takes no bets
 * until its image arrives, or, if the change had no prices, until a readable definition.
 */
export function openExchangeReader(names: ExchangeNames): ExchangeReader {
  const markets = new Map<string, ExchangeMarket>()
  const matches = new Map<string, ScoredMatch>()
  /** Markets with an unreadable change, and what closes the gap. */
  const gaps = new Map<string, 'definition' | 'image'>()
  /** Matches whose last score was unreadable: until a readable one their prices cannot be trusted. */
  const unscored = new Set<string>()
  const unreadOf = ({ id, refusal, hasPrices }: UnreadChange, digest: string): Incoming[] => {
    const known = id === undefined ? undefined : markets.get(id)
    const unknown = id === undefined ? [...markets.values()] : [known ?? newExchangeMarket(id)]
    for (const market of unknown)
      gaps.set(market.id, hasPrices || gaps.get(market.id) === 'image' ? 'image' : 'definition')
    const others = id === undefined ? [gapOf('market', refusal)] : []
    return [...others, ...unknown.map((market) => closed(keyOf(market), 'market', { refusal, digest }))]
  }
  return {
    readMarket: (line) => {
      const read = readMarketLine(line)
      const digest = digestOf(line)
      if (!read.ok) {
        const { refusal } = read
        return closes(refusal.reason)
          ? readAs(unreadOf({ id: undefined, refusal, hasPrices: true }, digest))
          : read
      }
      const { publishedAt, changes, unread, isHeartbeat } = read.value
      if (isHeartbeat) return readAs([beat(publishedAt)])
      const isGap = (change: ExchangeChange): boolean => {
        const awaited = gaps.get(change.id)
        const isKnown = change.img === true || (awaited === 'definition' && change.marketDefinition)
        if (isKnown) gaps.delete(change.id)
        return !isKnown && awaited !== undefined
      }
      return readAs([
        ...unread.flatMap((one) => unreadOf(one, digest)),
        ...changes.map((change) => {
          const before = markets.get(change.id) ?? newExchangeMarket(change.id)
          const after = changedMarket(before, change)
          markets.set(change.id, after)
          const isUnknown =
            (isGap(change) || unscored.has(keyOf(after))) && after.definition?.status !== 'CLOSED'
          return {
            about: 'fixture',
            key: keyOf(after),
            producer: 'market',
            kind: change.marketDefinition ? 'market_definition' : 'runner_change',
            order: change.marketDefinition?.status === 'CLOSED' ? 'result' : 'by_time',
            sentAt: publishedAt,
            digest,
            translate: () =>
              isUnknown ? readAs({ messages: [], left: [] }) : translateMarket(after, change, names),
          } satisfies FixtureIncoming
        }),
      ])
    },
    readScore: (line) => {
      const read = readScoreLine(line)
      const digest = digestOf(line)
      if (!read.ok) {
        const { refusal } = read
        if (!closes(refusal.reason)) return read
        for (const key of matches.keys()) unscored.add(key)
        return readAs([
          gapOf('score', refusal),
          ...[...matches.keys()].map((key) => closed(key, 'score', { refusal, digest })),
        ])
      }
      const { publishedAt, changes } = read.value
      return readAs(
        changes.map((change): FixtureIncoming => {
          const key = `event:${change.eventId}`
          const match = scoredMatch(matches.get(key) ?? nothingScored, change)
          matches.set(key, match)
          unscored.delete(key)
          return {
            about: 'fixture',
            key,
            producer: 'score',
            kind: 'score',
            sentAt: publishedAt,
            digest,
            translate: (_, homeId) => {
              const sided = withSidesOf(match, homeId, (name) => idOfName(name, names))
              return readAs({ messages: playsOf(key, change, sided), left: [] })
            },
          }
        }),
      )
    },
  }
}

/** An unreadable line gives no messages for a fixture except that it takes no bets. */
const closed = (
  key: string,
  producer: string,
  { refusal, digest }: { refusal: FeedRefusal; digest: string },
): Incoming => ({
  about: 'fixture',
  key,
  producer,
  kind: 'unread',
  order: 'stop',
  sentAt: undefined,
  digest,
  translate: () => ({ ok: false, refusal }),
})

const beat = (at: Date): Incoming => ({
  about: 'producer',
  producer: 'market',
  kind: 'alive',
  sentAt: at,
  isUp: true,
  requestId: undefined,
})

/**
 * The fixture key of a market. A match is keyed by its event, as are its scores. An event has many races, so each
 * race is keyed by its market.
 */
function keyOf({ id, definition }: ExchangeMarket): string {
  if (!definition) return `market:${id}`
  return definition.eventTypeId === CRICKET ? `event:${definition.eventId}` : `market:${id}`
}

function translateMarket(
  after: ExchangeMarket,
  change: ExchangeChange,
  names: ExchangeNames,
): FeedReading<Translation> {
  const { definition } = after
  if (!definition) return refuse('unknown_fixture', `market ${after.id} was never defined`)
  const sport = SPORTS[definition.eventTypeId]
  if (!sport) return refuse('unknown_sport', `event type ${definition.eventTypeId}`)
  const market = MARKETS[`${definition.eventTypeId} ${definition.marketType}`]
  if (!market) return refuse('unknown_market', definition.marketType)
  // A multi-day match may be drawn, as a third runner: our market has two sides and no outcome for a draw.
  const { length } = definition.runners
  if (sport !== 'racing' && length !== SIDES)
    return refuse('unknown_market', `${definition.marketType} of ${length} runners`)
  const runners = runnersOf(definition, names)
  const named = runners.filter(({ name }) => name !== undefined)
  const unnamed = runners.filter(({ name }) => name === undefined).map(({ id }) => `runner ${id}`)
  const left = unnamed.map((detail): FeedRefusal => ({ reason: 'name_not_mapped', detail }))
  // In a race a runner without a name is omitted; a match cannot omit a side.
  const [first] = left
  if (first && (sport !== 'racing' || named.length === 0)) return refuse(first.reason, first.detail)
  const key = keyOf(after)
  const messages: FeedMessage[] = change.marketDefinition
    ? [fixtureOf({ key, sport, definition, runners: named, competition: names.competition })]
    : []
  const offers = offersOf({ after, key, sport, market, runners: named })
  return readAs({ messages: [...messages, ...offers], left: change.marketDefinition ? left : [] })
}

const idOfName = (name: string, { runners }: ExchangeNames): string | undefined =>
  [...runners].find(([, own]) => own === name)?.[0].toString()

type Named = ExchangeDefinition['runners'][number]

/**
 * Home is the side the exchange lists first in its first message; a runner's number is its position by exchange id in
 * that message.
 */
function runnersOf({ runners, eventTypeId }: ExchangeDefinition, { runners: names }: ExchangeNames): Named[] {
  const inOrder = eventTypeId === CRICKET ? runners : runners.toSorted((one, other) => one.id - other.id)
  return inOrder.map(({ name: own, ...runner }) => {
    const name = own ?? names.get(runner.id)
    return { ...runner, ...(name === undefined ? {} : { name }) }
  })
}

type Defined = {
  key: string
  sport: Sport
  definition: ExchangeDefinition
  runners: readonly Named[]
  competition: string
}

const fixtureOf = ({ key, sport, definition, runners, competition }: Defined): FeedMessage => ({
  kind: 'fixture',
  key,
  isById: true,
  sport,
  competition,
  title: sport === 'racing' ? [definition.eventName, definition.name].filter(Boolean).join(' · ') : null,
  participants: runners.map(({ id, name = '', status, adjustmentFactor }) => ({
    id: String(id),
    name,
    isWithdrawn: status === 'REMOVED',
    // A reserve that got no run has no share of the chances: removing it changes no other runner's price.
    isDeducted: adjustmentFactor !== 0,
  })),
  startsAt: new Date(definition.marketTime),
  model: null,
  play: null,
})

type Offering = {
  after: ExchangeMarket
  key: string
  sport: Sport
  market: MarketKey
  runners: readonly Named[]
}

/** The outcome code is the exchange's own id; the fixture stores its number or side here. */
const codeOf = ({ id }: Named): string => String(id)

/** Prices while the market is open, a stop while it is suspended, results once it is closed. */
function offersOf(offering: Offering): FeedMessage[] {
  const { after, key, sport, market, runners } = offering
  const status = after.definition?.status
  if (status === 'CLOSED') return closedOf(offering)
  if (status !== 'OPEN') return [{ kind: 'bet_stop', key }]
  const outcomes = runners.flatMap((runner) => {
    const milli = runner.status === 'ACTIVE' ? quotedMilli(after, runner.id) : undefined
    const priceMilli = milli === undefined ? undefined : rungBelow(milli / 1000)
    return priceMilli === undefined ? [] : [{ code: codeOf(runner), priceMilli }]
  })
  const racing = sport === 'racing' ? racePlay(key, after.definition?.inPlay === true) : []
  const isOpen = outcomes.length > 0
  return [
    ...racing,
    {
      kind: 'markets',
      key,
      isById: true,
      markets: [{ market, status: isOpen ? 'open' : 'suspended', outcomes }],
    },
  ]
}

/** Races have no score stream: the market itself says whether the race is in play. */
const racePlay = (key: string, isInPlay: boolean): FeedMessage[] =>
  isInPlay ? [{ kind: 'play', key, matchStatus: matchStatuses.firstHalf, clock: null, state: null }] : []

/**
 * Results of a closed market. For a market with several places the stream says who is placed, not where: if more
 * runners are placed than places are paid, some share the last place and the stream does not say who. Such a market
 * waits for operators.
 */
function closedOf({ after, key, market, runners }: Offering): FeedMessage[] {
  const { numberOfWinners = 1, runners: all = [] } = after.definition ?? {}
  // Runners without a name here are not paid but count for shares.
  const winners = all.filter(({ status }) => status === 'WINNER').length
  const results: Readonly<Record<string, Resolution>> = {
    WINNER: winnersGet(numberOfWinners, winners),
    // Closed without a winner the market may be void: it does not say who lost, and waits for operators.
    ...(winners > 0 ? { LOSER: LOST } : {}),
    REMOVED: VOID,
  }
  const outcomes = runners.flatMap((runner) => {
    const resolution = results[runner.status]
    return resolution ? [{ code: codeOf(runner), resolution }] : []
  })
  const markets = [{ market, outcomes }]
  const isUntold = numberOfWinners > 1 && winners > numberOfWinners
  return [
    { kind: 'bet_stop', key },
    isUntold
      ? { kind: 'settlement_proposal', key, isById: true, why: 'dead_heat', markets }
      : { kind: 'settlement', key, isById: true, certainty: 'confirmed', markets },
  ]
}

/** If the exchange does not say how many places are paid, all winners are paid in full. */
const winnersGet = (places: number, winners: number): Resolution =>
  places === 0 ? WON : deadHeat(places, Math.max(winners, 1))
