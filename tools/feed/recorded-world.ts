import { SPORTS } from '@palpite/odds'
import {
  FEEDS,
  openExchangeReader,
  type openIntake,
  readUofFixtureIncoming,
} from '../../apps/server/src/feeds/index.ts'
import { type FeedMessage, sportsbookSettings } from '../../apps/server/src/sportsbook/index.ts'
import { namesIn } from './replay-exchange.ts'
import type { Recorded } from './recordings.ts'

export type Feed = Recorded['feed']
/** The intake's input: a message as its reader returns it. */
export type Readings = Parameters<ReturnType<typeof openIntake>['receive']>[0]
export type FixtureMessage = Extract<FeedMessage, { kind: 'fixture' }>
type Offer = Extract<FeedMessage, { kind: 'odds' }>['offers'][number]
export type Market = Omit<Offer, 'outcomes'>

/** The contents of a recording, collected before it is played. */
export type RecordedWorld = {
  /** Names of an exchange's runners, which its price stream omits. */
  readonly names: ReadonlyMap<number, string>
  readonly fixtures: readonly { readonly feed: Feed; readonly message: FixtureMessage }[]
  /** Each priced or settled market with its first prices. */
  readonly opened: readonly {
    readonly feed: Feed
    readonly key: string
    readonly offer: Offer
    /** Its outcomes are named by the feed's participant ids. */
    readonly isById: boolean
  }[]
  /** Markets whose result the recording takes back or changes, or whose bets it voids. */
  readonly revised: ReadonlySet<string>
}

/** A market by feed, fixture and description. */
export const marketName = (feed: string, key: string, { type, period, lineQuarters, side }: Market): string =>
  [
    feed,
    key,
    type,
    period,
    ...(lineQuarters === null ? [] : [lineQuarters / 4]),
    ...(side ? [side] : []),
  ].join(' ')

/** Reads all feeds' messages; a stream's reader has state, so each run has its own. */
export function openReader(names: ReadonlyMap<number, string>): (message: Recorded) => Readings {
  const exchange = openExchangeReader({ competition: 'Exchange', runners: names })
  const readText = (name: Feed, text: string): Readings => {
    const read = FEEDS.find((feed) => feed.name === name)?.read
    if (!read) throw new Error(`${name} has no single messages`)
    return read(text, sportsbookSettings)
  }
  return ({ feed, kind, text }) => {
    if (kind === 'fixture') return readUofFixtureIncoming(text)
    if (kind === 'market') return exchange.readMarket(text)
    return kind === 'score' ? exchange.readScore(text) : readText(feed, text)
  }
}

/** A default price for markets that are only settled. */
const NO_PRICE_MILLI = 2000

/** The fixtures and markets of a recording. */
export function discover(messages: readonly Recorded[]): RecordedWorld {
  const names = namesIn(messages.filter(({ kind }) => kind === 'score').map(({ text }) => text))
  const read = openReader(names)
  const translated = messages.flatMap((message) => translatedFrom(message, read(message)))
  const fixtures = new Map<string, { feed: Feed; message: FixtureMessage }>()
  for (const { feed, message } of translated)
    if (message.kind === 'fixture' && !fixtures.has(`${feed} ${message.key}`))
      fixtures.set(`${feed} ${message.key}`, { feed, message })
  const opened = marketsOf(translated)
  for (const { feed, key, offer } of opened)
    if (!fixtures.has(`${feed} ${key}`))
      fixtures.set(`${feed} ${key}`, { feed, message: invented(key, offer) })
  return { names, fixtures: [...fixtures.values()], opened, revised: revisedIn(translated) }
}

type TranslatedMessage = { readonly feed: Feed; readonly message: FeedMessage }

/** A message's fixtures, in the sport that recognises most of its markets. */
function translatedFrom({ feed }: Recorded, readings: Readings): TranslatedMessage[] {
  if (!readings.ok) return []
  return readings.value.flatMap((one) => {
    if (one.about !== 'fixture') return []
    const said = [undefined, ...SPORTS].flatMap((sport) => {
      const translated = one.translate(sport)
      return translated.ok ? [translated.value.messages] : []
    })
    const [most = []] = said.toSorted((left, right) => marketsIn(right) - marketsIn(left))
    return most.map((message) => ({ feed, message }))
  })
}

const marketsIn = (messages: readonly FeedMessage[]): number =>
  messages.reduce((sum, message) => sum + ('markets' in message ? message.markets.length : 0), 0)

/** The priced markets, then those only settled; one with a single outcome cannot be offered. */
function marketsOf(translated: readonly TranslatedMessage[]): RecordedWorld['opened'] {
  const markets = new Map<
    string,
    { feed: Feed; key: string; market: Market; isById: boolean; prices: Map<string, number> }
  >()
  const priced = translated.flatMap(({ feed, message }) =>
    pricesIn(message).map(({ market, prices }) => ({
      feed,
      key: message.key,
      market,
      prices,
      isById: isById(message),
    })),
  )
  const settled = translated.flatMap(({ feed, message }) =>
    resultsIn(message).map(({ market, outcomes }) => ({
      feed,
      key: message.key,
      market,
      isById: isById(message),
      prices: outcomes.map(({ code }) => ({ code, priceMilli: NO_PRICE_MILLI })),
    })),
  )
  for (const { feed, key, market, isById: byId, prices } of [...priced, ...settled]) {
    const name = marketName(feed, key, market)
    const known = markets.get(name) ?? { feed, key, market, isById: byId, prices: new Map<string, number>() }
    markets.set(name, known)
    for (const { code, priceMilli } of prices) if (!known.prices.has(code)) known.prices.set(code, priceMilli)
  }
  return [...markets.values()]
    .filter(({ prices }) => prices.size > 1)
    .map(({ feed, key, market: { type, period, lineQuarters, side }, isById: byId, prices }) => {
      const outcomes = [...prices].map(([code, priceMilli]) => ({ code, priceMilli }))
      return { feed, key, isById: byId, offer: { type, period, lineQuarters, side, outcomes } }
    })
}

const isById = (message: FeedMessage): boolean => 'isById' in message && message.isById === true

function pricesIn(message: FeedMessage): { market: Market; prices: Offer['outcomes'] }[] {
  if (message.kind === 'odds')
    return message.offers.map((offer) => ({ market: offer, prices: offer.outcomes }))
  if (message.kind !== 'markets') return []
  return message.markets.map(({ market, outcomes }) => ({ market, prices: [...outcomes] }))
}

const resultsIn = (message: FeedMessage) => (message.kind === 'settlement' ? message.markets : [])

function revisedIn(translated: readonly TranslatedMessage[]): Set<string> {
  const said = new Map<string, string>()
  const revised = new Set<string>()
  for (const { feed, message } of translated) {
    for (const { market, outcomes } of resultsIn(message)) {
      const name = marketName(feed, message.key, market)
      const result = JSON.stringify(outcomes)
      if ((said.get(name) ?? result) !== result) revised.add(name)
      said.set(name, result)
    }
    if (
      message.kind === 'rollback_settlement' ||
      message.kind === 'bet_cancel' ||
      message.kind === 'rollback_cancel'
    )
      for (const market of message.markets) revised.add(marketName(feed, message.key, market))
  }
  return revised
}

/** A fixture for messages about one the folder does not describe. */
const invented = (key: string, { type }: Market): FixtureMessage => ({
  kind: 'fixture',
  key,
  sport: SPORTS.find((sport) => type.startsWith(`${sport}.`)) ?? 'football',
  competition: 'Recordings',
  title: null,
  participants: [{ name: `${key} 1` }, { name: `${key} 2` }],
  startsAt: new Date(),
  model: null,
  play: null,
})
