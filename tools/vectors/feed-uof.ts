import { readUofFixtureIncoming } from '../../apps/server/src/feeds/index.ts'
import { type FeedMessage } from '../../apps/server/src/sportsbook/index.ts'
import { list, number, object, text, type Json } from './case.ts'
import { EVENT, own, readUof, type UofCase } from './feed-fixture.ts'
import {
  type CaseMarket,
  checkOffered,
  feedMarketOf,
  marketOf,
  NotKnown,
  outcomeOf,
  priceMilliOf,
} from './feed-market.ts'
import { resolutionOf, sharesOf } from './feed-result.ts'
import type { Readings } from './feed-world.ts'
import { type Attributes, element, statusXml } from './feed-xml.ts'

/** When a message was sent, and by which producer. */
export type Sent = { readonly at: number; readonly producer: number }

const headOf = ({ at, producer }: Sent) => ({ product: producer, event_id: EVENT, timestamp: at })

/** Markets as they are offered now. */
export function oddsOf(one: UofCase, sent: Sent, steps: readonly Json[], status?: Json): Readings {
  const markets = steps.map((step) => ({ step, market: stepMarket(one, step) }))
  for (const { market } of markets) checkOffered(market)
  const written = markets.map(({ step, market }) => {
    const prices = Object.entries(object(step['prices'])).map(
      ([name, price]) => [outcomeOf(market, name, one.participants), price] as const,
    )
    return {
      step,
      market,
      prices,
      feed: feedMarketOf(
        one.sport,
        market,
        prices.map(([code]) => code),
      ),
    }
  })
  if (written.some(({ feed }) => !feed)) return own('odds_change', oddsMessage(written))
  const odds = written.map(({ step, prices, feed }) => {
    const outcomes = prices.map(([code, price]) =>
      element('outcome', {
        id: feed?.outcomeId(code) ?? '',
        ...(text(price) === undefined ? { active: 0 } : { odds: text(price) ?? '', active: 1 }),
      }),
    )
    return marketXml(feed, { status: text(step['status']) ?? '1' }, outcomes)
  })
  const inside = [...(status ? [statusXml(status)] : []), element('odds', {}, odds.join(''))]
  return readUof(element('odds_change', headOf(sent), inside.join('')))
}

type WrittenMarket = { step: Json; market: CaseMarket; prices: readonly (readonly [string, unknown])[] }

const oddsMessage = (markets: readonly WrittenMarket[]): FeedMessage => ({
  kind: 'markets',
  key: EVENT,
  markets: markets.map(({ step, market, prices }) => {
    const isOpen = (number(step['status']) ?? 1) === 1 && prices.length > 0
    return {
      market,
      status: isOpen ? 'open' : 'suspended',
      outcomes: isOpen
        ? prices.flatMap(([code, price]) => {
            const priceMilli = priceMilliOf(price)
            return priceMilli === undefined ? [] : [{ code, priceMilli }]
          })
        : [],
    }
  }),
})

const marketXml = (
  feed: { id: number; specifiers: string } | undefined,
  attributes: Attributes,
  inside: readonly string[],
): string =>
  element(
    'market',
    { id: feed?.id ?? 0, ...(feed?.specifiers ? { specifiers: feed.specifiers } : {}), ...attributes },
    inside.join(''),
  )

/** The market of a step; one that names none is about the market named last. */
export function stepMarket({ sport, last }: UofCase, step: Json): CaseMarket {
  const name = text(step['market']) ?? text(step['on'])
  if (name !== undefined) return marketOf(sport, name, step)
  if (!last) throw new NotKnown('a step without a market before any was named')
  return last
}

/** The results of markets. */
export function settlementOf(one: UofCase, sent: Sent, steps: readonly Json[]): Readings {
  const certainty = number(steps[0]?.['certainty']) === 1 ? 1 : 2
  const written = steps.map((step) => {
    const market = stepMarket(one, step)
    const results = Object.entries(object(step['results'])).map(
      ([name, result]) => [outcomeOf(market, name, one.participants), result] as const,
    )
    return {
      step,
      market,
      results,
      feed: feedMarketOf(
        one.sport,
        market,
        results.map(([code]) => code),
      ),
    }
  })
  if (written.some(({ feed }) => !feed))
    return own('bet_settlement', {
      kind: 'settlement',
      key: EVENT,
      certainty: certainty === 1 ? 'provisional' : 'confirmed',
      markets: written.map(({ market, results }) => ({
        market,
        outcomes: results.map(([code, result]) => ({ code, resolution: resolutionOf(result) })),
      })),
    })
  const markets = written.map(({ step, results, feed }) => {
    const outcomes = results.map(([code, result]) =>
      element('outcome', { id: feed?.outcomeId(code) ?? '', ...sharesOf(result) }),
    )
    return marketXml(feed, reasonOf(step), outcomes)
  })
  return readUof(
    element('bet_settlement', { ...headOf(sent), certainty }, element('outcomes', {}, markets.join(''))),
  )
}

const reasonOf = (step: Json): Attributes => {
  const reason = text(step['void_reason'] ?? step['voidReason'])
  return reason === undefined ? {} : { void_reason: reason }
}

/** A rollback or a cancellation: of a settlement, of bets, or of a cancellation. */
export function rollbackOf(
  one: UofCase,
  sent: Sent,
  { kind, step }: { kind: 'bet_cancel' | 'rollback_bet_cancel' | 'rollback_bet_settlement'; step: Json },
): Readings {
  const steps = list(step['markets']).length > 0 ? list(step['markets']).map(object) : [step]
  const markets = steps.map((each) => {
    const market = stepMarket(one, each)
    const feed = feedMarketOf(one.sport, market, [])
    if (!feed) throw new NotKnown(`${kind} of ${market.type}, which the feed has no name for`)
    return marketXml(feed, kind === 'bet_cancel' ? reasonOf(each) : {}, [])
  })
  const window = {
    ...timeOf('start_time', step['from'] ?? step['start_time'], sent),
    ...timeOf('end_time', step['until'] ?? step['end_time'], sent),
  }
  return readUof(element(kind, { ...headOf(sent), ...window }, markets.join('')))
}

const LONG_AGO_MS = 1e11

/** An instant, or how many milliseconds before the message it was. */
const timeOf = (name: string, value: unknown, { at }: Sent): Attributes => {
  const said = number(value)
  return said === undefined ? {} : { [name]: said > LONG_AGO_MS ? said : at - said }
}

/** Groups of markets stop: all of them, or those that are named. */
export function stopOf(sent: Sent, step: Json): Readings {
  const stop = step['stop']
  const named = object(stop)['groups'] ?? stop
  const groups = Array.isArray(named) ? named.map((one) => text(one)).join('|') : text(named)
  const status = text(object(stop)['market_status'] ?? step['market_status'])
  const attributes = {
    ...headOf(sent),
    groups: groups ?? 'all',
    ...(status === undefined ? {} : { market_status: status }),
  }
  return readUof(element('bet_stop', attributes))
}

/** The state of the match. */
export const statusOf = (sent: Sent, status: Json): Readings =>
  readUof(element('odds_change', headOf(sent), statusXml(status)))

/** A producer's heartbeat, or the end of its recovery. */
export const signOf = ({ at, producer }: Sent, step: Json): Readings =>
  step['snapshot'] === undefined
    ? readUof(
        element('alive', {
          product: producer,
          timestamp: at,
          subscribed: step['alive'] === false || step['alive'] === 0 ? 0 : 1,
        }),
      )
    : readUof(
        element('snapshot_complete', {
          product: producer,
          timestamp: at,
          request_id: number(step['snapshot']) ?? 1,
        }),
      )

/** The fixture's new start time. */
export const changeOf = (sent: Sent, step: Json): Readings =>
  readUof(
    element('fixture_change', {
      ...headOf(sent),
      ...timeOf('start_time', object(step['fixtureChange'])['startsAt'], sent),
    }),
  )

const CLOSE_MS = 10 * 60_000

/** A message as given. Recorded messages are shifted to the time of the case, with their distances kept. */
export function rawOf(xml: string, sent: Sent, shift: Shift): Readings {
  const filled = xml
    .replaceAll('{event}', EVENT)
    .replaceAll(/\{(?:now|timestamp|at|time)\}/g, String(sent.at))
    .replaceAll('{producer}', String(sent.producer))
  if (filled.includes('<fixtures_fixture')) return readUofFixtureIncoming(filled)
  const timed = filled.replace(/(<\w+\b[^>]*?\stimestamp=")(\d{1,15})(")/, (_, before, at, after) => {
    if (Math.abs(Number(at) - sent.at) <= CLOSE_MS) return `${before}${at}${after}`
    shift.ms ??= sent.at - Number(at)
    return `${before}${Number(at) + shift.ms}${after}`
  })
  return readUof(timed)
}

/** The time shift of a case's recorded messages, set by the first of them. */
export type Shift = { ms?: number }
