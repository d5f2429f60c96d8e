import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { marketKey } from '../sports/adapter.ts'
import type { FeedMessage, MarketGroup, MarketsMessage, Scope, KeyedRefusal } from './messages.ts'
import {
  movedOffers,
  type Offered,
  unmovedOffers,
  type Changes,
  compare,
  isNoted,
  type Named,
  noChanges,
  offeredMarkets,
  writeChanges,
} from './apply-odds.ts'
import * as queries from './queries.ts'

type AppliedMarkets = { ids: number[]; refused: KeyedRefusal[] }

/** A fixture of a list with its previous offers, and the kind of its producer. */
type Context = { fixture: queries.KnownFixture; by: Scope; offered: ReadonlyMap<string, Offered> }

/**
 * Opens, prices and suspends the markets named by a list, and leaves all others unchanged: a stopped market not named
 * stays stopped. A stop of some groups suspends each of their markets. A pre-match producer does not affect what a
 * live producer has named. Returns the fixtures.
 */
export async function applyMarkets(
  tx: Tx,
  known: queries.Known,
  messages: readonly FeedMessage[],
): Promise<AppliedMarkets> {
  const named = messages.flatMap((message) =>
    message.kind === 'markets' || (message.kind === 'bet_stop' && message.only)
      ? [{ message, fixture: present(known.get(message.key), 'a fixture') }]
      : [],
  )
  if (named.length === 0) return { ids: [], refused: [] }
  const ids = named.map(({ fixture }) => fixture.id)
  const offered = offeredMarkets(await queries.selectOffered(tx, ids))
  const changes = noChanges()
  const refused: KeyedRefusal[] = []
  for (const { message, fixture } of named) {
    const by = message.by === 'pre_match' ? message.by : 'live'
    const context = { fixture, by, offered: offered.get(fixture.id) ?? new Map<string, Offered>() } as const
    if (message.kind === 'markets') compareMarkets(context, message, changes, refused)
    else stopGroups(context, message.only ?? [], changes)
  }
  await writeChanges(tx, changes)
  return { ids, refused }
}

function compareMarkets(
  context: Context,
  { key, markets: all }: MarketsMessage,
  changes: Changes,
  refused: KeyedRefusal[],
): void {
  const { fixture, offered } = context
  const markets = all.filter(({ market }) => !isOthers(context, offered.get(marketKey(market))))
  const others = all.length - markets.length
  if (others > 0)
    refused.push({
      reason: 'lower_priority',
      detail: `${others} markets are priced by the match's producer`,
      key,
    })
  const open = markets.filter(({ status }) => status === 'open')
  const isNamed = new Set(markets.map(({ market }) => marketKey(market)))
  const suspended = markets.flatMap(({ market, status }) =>
    status === 'suspended' ? (offered.get(marketKey(market)) ?? []) : [],
  )
  for (const market of suspended) suspend(context, market, changes)
  const offers = open.map(({ market, outcomes }) => ({ ...market, outcomes: [...outcomes] }))
  // If stakes have moved prices, those of other lines may have to yield.
  const beside = unmovedOffers(offered).filter((offer) => !isNamed.has(marketKey(offer)))
  for (const offer of movedOffers([...offers, ...beside], offered)) {
    const before = offered.get(marketKey(offer))
    const named = isNamed.has(marketKey(offer)) ? namingOf(context, before) : undefined
    if (before) compare(before, offer, changes, named)
    else if (named) changes.markets.push({ fixtureId: fixture.id, offer, named })
  }
}

/** Whether a live producer has named this market, and the message is from a pre-match one. */
const isOthers = ({ by }: Context, market: Offered | undefined): boolean =>
  by === 'pre_match' && market?.namedBy === 'live'

/**
 * The naming to store for a market. Written when the market is created, the first time after a stop this producer can
 * lift, or after another kind of producer: never with each price.
 */
function namingOf({ fixture, by }: Context, market: Offered | undefined): Named {
  const { version, stoppedVersion, stoppedBy } = fixture
  const lifts = by === 'live' || stoppedBy !== 'live'
  if (!market) return { version: lifts ? version : null, by }
  const isStopped = stoppedVersion !== null && market.namedVersion < stoppedVersion
  return {
    version: lifts && isStopped ? version : null,
    by: by === 'live' && market.namedBy !== 'live' ? by : null,
  }
}

function suspend(context: Context, market: Offered, changes: Changes): void {
  const { id, status } = market
  const named = namingOf(context, market)
  if (status === 'open' || (status === 'suspended' && isNoted(named)))
    changes.statuses.push({ id, status: 'suspended', named })
}

function stopGroups(context: Context, groups: readonly MarketGroup[], changes: Changes): void {
  const stopped = new Set(groups.map(groupKey))
  for (const market of context.offered.values()) {
    const [first] = market.outcomes.values()
    if (first && stopped.has(groupKey(first)) && !isOthers(context, market)) suspend(context, market, changes)
  }
}

const groupKey = ({ type, period }: MarketGroup): string => `${type}/${period}`
