import type { RefusalCode, SportStates } from '@palpite/contract'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { type LedgerFinding, makeTransfers, verifyLedger, readBalances } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Result } from '../../platform/result.ts'
import { policyOf } from '../../protection/index.ts'
import { type FeedMessage, type FeedName, type PlayMessage, withOdds } from '../updates/messages.ts'
import { applyFeedMessages } from '../updates/apply-feed-messages.ts'
import {
  openSportsbook,
  verifyLiabilities,
  sportsbookClearing,
  sportsbookSettings,
  type SportsbookSettings,
} from '../index.ts'
import type { Offer } from '../sports/adapter.ts'
import type { Accept, PlaceBet } from '../betting/bet-request.ts'

/** A sports book over its own database, and what its tests do to it from outside. */
export type Harness = Awaited<ReturnType<typeof openHarness>>

export async function openHarness(
  settings: Partial<SportsbookSettings> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const { deps, close } = await openTestDeps(env)
  const policy = policyOf(deps.config)
  // Read again for each call: a test sees its changes at once.
  const sportsbook = openSportsbook(deps, { policy, settings: { catalogueAgeMs: 0, ...settings } })
  const fund = async (playerIds: readonly number[], cents: number): Promise<void> => {
    const key = deps.random.uuid()
    const requests = playerIds.map((playerId) => ({
      key: `opening:${key}:${playerId}`,
      from: 'opening' as const,
      to: { playerId, kind: 'cash' as const },
      cents,
    }))
    await makeTransfers(deps, requests)
  }
  let players = 5000
  return {
    deps,
    sportsbook,
    close,
    /** Creates these players with this much cash. */
    fund,
    /** A new player with this much cash. */
    newPlayer: async (cents: number): Promise<number> => {
      const playerId = (players += 1)
      await fund([playerId], cents)
      return playerId
    },
    cash: async (playerId: number): Promise<number> =>
      present((await readBalances(deps.db, [playerId])).get(playerId), 'the balances of a player').cashCents,
    receive: feedReceiver(deps),
    verify: async (): Promise<LedgerFinding[]> => [
      ...(await verifyLedger(deps.db, sportsbookClearing())),
      ...(await verifyLiabilities(deps.db)),
    ],
  }
}

/** Applies feed messages to these deps' book. */
export const feedReceiver =
  ({ db }: Pick<Deps, 'db'>) =>
  (messages: readonly FeedMessage[], feed: FeedName = 'importer') =>
    db.begin((tx) => applyFeedMessages(tx, feed, messages))

let matches = 0

export type Match = { fixtureId: number; key: string; outcomes: Record<string, number> }

/** Two prices of 2.00, and a draw at 3.00; over and under two and a quarter at 1.90. */
export const plainOffers: Offer[] = [
  {
    type: 'football.1x2',
    period: 'full',
    lineQuarters: null,
    side: null,
    outcomes: [
      { code: 'home', priceMilli: 2000 },
      { code: 'draw', priceMilli: 3000 },
      { code: 'away', priceMilli: 4000 },
    ],
  },
  {
    type: 'football.total',
    period: 'full',
    lineQuarters: 9,
    side: null,
    outcomes: [
      { code: 'over', priceMilli: 1900 },
      { code: 'under', priceMilli: 1900 },
    ],
  },
]

/** The plain offers with another price for the home team. */
export const offersAt = (priceMilli: number): Offer[] =>
  plainOffers.map((offer) => ({
    ...offer,
    outcomes: offer.outcomes.map((one) => (one.code === 'home' ? { ...one, priceMilli } : one)),
  }))

/**
 * Adds a match that starts in an hour, with the plain offers or others; returns its outcome ids by code, with the
 * line appended if it is not two and a quarter.
 */
export async function addMatch(
  { receive, deps }: Pick<Harness, 'receive' | 'deps'>,
  startsInMs = 3_600_000,
  offers: readonly Offer[] = plainOffers,
): Promise<Match> {
  matches += 1
  const key = `match:${matches}`
  const fixture = { kind: 'fixture', key, sport: 'football', competition: 'Copa', title: null } as const
  const participants = [{ name: `Casa ${matches}` }, { name: `Fora ${matches}` }]
  const startsAt = new Date(Date.now() + startsInMs)
  const ids = await receive([
    { ...fixture, participants, startsAt, model: null, play: null },
    { kind: 'odds', key, offers: [...offers] },
  ])
  const fixtureId = present(ids.get(key), 'the match')
  return { fixtureId, key, outcomes: await outcomesOf(deps, fixtureId) }
}

/**
 * Adds a match that starts in an hour and is priced by its own model, as bet builders need; returns outcomes as `type
 * code` or `type code line`, the line in goals.
 */
export async function addPricedMatch({ receive, deps }: Harness, startsInMs = 3_600_000): Promise<Match> {
  matches += 1
  const key = `match:${matches}`
  const ids = await receive(
    withOdds(
      {
        kind: 'fixture',
        key,
        sport: 'football',
        competition: 'Copa',
        title: null,
        participants: [{ name: `Casa ${matches}` }, { name: `Fora ${matches}` }],
        startsAt: new Date(Date.now() + startsInMs),
        model: { home: 1.55, away: 1.05, rho: -0.1 },
        play: null,
      },
      sportsbookSettings,
    ),
  )
  const fixtureId = present(ids.get(key), 'the match')
  const rows = await deps.db<{ name: string; id: number }[]>`
    select concat_ws(' ', split_part(market.type, '.', 2), market.side, outcome.outcome_code,
                     (market.line_quarters / 4.0)::real) as name, outcome.id
      from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${fixtureId} and market.period = 'full'`
  return { fixtureId, key, outcomes: Object.fromEntries(rows.map(({ name, id }) => [name, id])) }
}

async function outcomesOf(deps: Deps, fixtureId: number): Promise<Record<string, number>> {
  const rows = await deps.db<{ code: string; id: number }[]>`
    select outcome.outcome_code || coalesce(':' || nullif(market.line_quarters, 9), '') as code, outcome.id
      from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
     where market.fixture_id = ${fixtureId}`
  return Object.fromEntries(rows.map(({ code, id }) => [code, id]))
}

/** A match's end or current state. */
export const play = (
  key: string,
  matchStatus: PlayMessage['matchStatus'],
  home: number,
  away: number,
): PlayMessage =>
  playWith(key, matchStatus, { score: [home, away], halfTime: matchStatus === 1 ? null : [0, 0] })

/** The same with details of its score. */
export const playWith = (
  key: string,
  matchStatus: PlayMessage['matchStatus'],
  known: Partial<SportStates['football']>,
): PlayMessage => ({
  kind: 'play',
  key,
  matchStatus,
  clock: matchStatus === 1 ? { period: 'half1', minute: 20 } : null,
  state: { family: 'football', score: null, halfTime: null, corners: null, cards: null, ...known },
})

let requests = 0

/** An unused request id. */
export const nextRequest = (): string => `request-${String((requests += 1)).padStart(16, '0')}`

type Single = {
  stakeCents?: number
  priceMilli?: number
  accept?: Accept
  requestId?: string
  hasWaited?: boolean
}

/** A single of R$ 10 at exactly 2.00 by default. */
export const requestFor = (
  playerId: number,
  outcomeId: number | undefined,
  { stakeCents = 1000, priceMilli = 2000, ...own }: Single = {},
) => ({
  playerId,
  requestId: nextRequest(),
  unitStakeCents: stakeCents,
  legs: [{ outcomeId: outcomeId ?? 0, priceMilli, isBanker: false }],
  folds: [1],
  accept: 'exact' as const,
  ...own,
})

/** A parlay of R$ 10 on these outcomes at any price by default. */
export const parlayFor = (
  playerId: number,
  outcomeIds: readonly (number | undefined)[],
  own: Partial<PlaceBet> = {},
): PlaceBet => ({
  playerId,
  requestId: nextRequest(),
  unitStakeCents: 1000,
  legs: outcomeIds.map((outcomeId) => ({ outcomeId: outcomeId ?? 0, priceMilli: 2000, isBanker: false })),
  folds: [outcomeIds.length],
  accept: 'any',
  ...own,
})

/** The refusal code, or that it was placed. */
export const codeOf = <Code extends RefusalCode>(answer: Result<unknown, Code>) =>
  answer.ok ? 'placed' : answer.refusal.code

type HeldOffer = {
  offerId: string
  requestId: string
  unitStakeCents: number
  pricesMilli: number[]
  expiresAt: string
}
/** The counter-offer of a refusal. */
export const offerIn = (answer: Awaited<ReturnType<Harness['sportsbook']['placeBet']>>): HeldOffer => {
  if (answer.ok) throw new Error('it was placed')
  return present(answer.refusal.detail?.['offer'], 'an offer') as HeldOffer
}

export type Bettors = ReturnType<typeof openBettors>

type BetState = { status: string; returnCents: number | null; result: number | null }

/** Players of a test that bet, and the results of their bets. */
export function openBettors(harness: Harness) {
  return {
    /** Places a bet of R$ 10 at the current price; returns its id. */
    placed: async (
      playerId: number,
      outcomeId: number | undefined,
      own: Parameters<typeof requestFor>[2] = {},
    ): Promise<number> => {
      const answer = await harness.sportsbook.placeBet(
        requestFor(playerId, outcomeId, { accept: 'any', ...own }),
      )
      if (!answer.ok) throw new Error(answer.refusal.code)
      return Number(answer.value.betId)
    },
    betState: async (betId: number): Promise<BetState | undefined> => {
      const rows = await harness.deps.db<BetState[]>`
        select status, return_cents as "returnCents", result from sportsbook_bet where id = ${betId}`
      return rows[0]
    },
  }
}
