import { marketType } from '@palpite/odds'
import type { MarketKey } from '../sports/offers.ts'
import type { KeyedRefusal } from './feed-refusal.ts'
import type {
  BetCancelMessage,
  FeedMessage,
  MarketsMessage,
  RollbackCancelMessage,
  RollbackSettlementMessage,
  SettlementMessage,
  SettlementProposalMessage,
} from './messages.ts'
import { type Entry, isField } from './place-entries.ts'
import type { Known } from './queries.ts'

/** Who takes part in the fixtures of a list, by the feed's key. */
export type Entries = ReadonlyMap<string, readonly Entry[]>

type ById = MarketsMessage | SettlementMessage | SettlementProposalMessage

/** Messages whose outcomes a feed names by its ids of who takes part. */
export const isById = (message: FeedMessage): message is ById =>
  message.kind !== 'fixture' && 'isById' in message && message.isById === true

/**
 * Messages in the codes of our outcomes. An outcome that a feed names by the id of who takes part is found by it, wherever
 * the feed lists that one now. What is said of home and away of a match whose sides the feed has changed over, or one of them
 * for a third, is of others: it is not taken, and nobody bets on it.
 */
export function inOwnCodes(
  messages: readonly FeedMessage[],
  known: Known,
  entries: Entries,
): { messages: FeedMessage[]; refused: KeyedRefusal[] } {
  const refused: KeyedRefusal[] = []
  const own = messages.flatMap((message): FeedMessage | FeedMessage[] => {
    const { key } = message
    const fixture = known.get(key)
    if (!fixture) return message
    if (isById(message)) {
      const places = new Map((entries.get(key) ?? []).map(({ feedId, place }) => [feedId, place]))
      return withCodes(message, (id) => {
        const place = places.get(id)
        const code = place === undefined ? undefined : codeOf(fixture.sport, place)
        if (code === undefined) refused.push({ reason: 'unknown_outcome', detail: id, key })
        return code
      })
    }
    if (!fixture.isSwapped) return message
    const rest = withoutSided(message)
    if (rest === message) return message
    refused.push({
      reason: 'sides_swapped',
      detail: `${message.kind}: home or away was another when it was first told`,
      key,
    })
    return [{ kind: 'bet_stop', key }, ...(rest ? [rest] : [])]
  })
  return { messages: own, refused }
}

const codeOf = (sport: string, place: number): string | undefined =>
  isField(sport) ? String(place) : ['home', 'away'][place - 1]

const SIDED: readonly FeedMessage['kind'][] = ['play', 'odds', 'markets', 'settlement', 'settlement_proposal']

type OfWholeMarkets = RollbackSettlementMessage | BetCancelMessage | RollbackCancelMessage

const isOfWholeMarkets = (message: FeedMessage): message is OfWholeMarkets =>
  message.kind === 'rollback_settlement' ||
  message.kind === 'bet_cancel' ||
  message.kind === 'rollback_cancel'

/** What of a message is the same whoever is home: all of it, or nothing, or what it says of whole markets of no side. */
function withoutSided(message: FeedMessage): FeedMessage | undefined {
  if (SIDED.includes(message.kind)) return undefined
  if (!isOfWholeMarkets(message)) return message
  const markets = message.markets.filter((market) => !isOfASide(market))
  if (markets.length === message.markets.length) return message
  return markets.length > 0 ? { ...message, markets } : undefined
}

/** A market of one side, or at a handicap: of sides changed over it is another one. */
const isOfASide = ({ type, side, lineQuarters }: MarketKey): boolean =>
  side !== null || (lineQuarters !== null && marketType(type)?.outcomes.includes('home') === true)

/** What is said of somebody unknown is left out. */
function withCodes(message: ById, codeBy: (id: string) => string | undefined): ById {
  const coded = <Outcome extends { code: string }>(outcomes: readonly Outcome[]): Outcome[] =>
    outcomes.flatMap((outcome) => {
      const code = codeBy(outcome.code)
      return code === undefined ? [] : [{ ...outcome, code }]
    })
  if (message.kind === 'markets')
    return { ...message, markets: message.markets.map((one) => ({ ...one, outcomes: coded(one.outcomes) })) }
  return { ...message, markets: message.markets.map((one) => ({ ...one, outcomes: coded(one.outcomes) })) }
}
