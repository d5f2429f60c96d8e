import { makeTransfers, readBalances, verifyLedger } from '../../apps/server/src/ledger/index.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { watched } from '../test/watched-logs.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { openIntake } from '../../apps/server/src/feeds/index.ts'
import {
  openSportsbook,
  readWaitingFixtures,
  sportsbookClearing,
  verifyLiabilities,
} from '../../apps/server/src/sportsbook/index.ts'
import type { OwnDeps } from '../test/fleeting-databases.ts'
import type { CaseMarket } from './feed-market.ts'

/** Everybody starts with R$ 100.00. */
const OPENING_CENTS = 10_000

export type FeedName = 'uof' | 'betfair'

/** The intake's input: messages as a feed's reader returns them. */
export type Readings = Parameters<ReturnType<typeof openIntake>['receive']>[0]

/** An outcome of the tables, with its market and runner. */
export type OutcomeRow = CaseMarket & {
  readonly fixtureId: number
  readonly marketId: number
  readonly status: string
  /** Players see this price and may bet on it. */
  readonly isOffered: boolean
  readonly isCancelled: boolean
  readonly outcomeId: number
  readonly code: string
  /** Of a race the runner's name; of a match nothing. */
  readonly runner: string | null
  readonly priceMilli: number
  readonly won: number | null
  readonly refunded: number | null
  readonly parts: number | null
}

/** A sports book over its own database for a case: a feed's intake, players, and inspection. */
export type FeedWorld = ReturnType<typeof openFeedWorld>

export function openFeedWorld({ deps: own, close }: OwnDeps, feed: FeedName) {
  const logged: string[] = []
  const deps = { ...own, log: openLog('warn', watched({ write: (line) => void logged.push(line) })) }
  // No bet is delayed: a case is about results, and its steps are sequential.
  const sportsbook = openSportsbook(deps, {
    policy: policyOf(deps.config),
    settings: { catalogueAgeMs: 0, roomsAgeMs: 0, betDelayMs: 0 },
  })
  const intake = openIntake(deps, { feed, share: 1 })
  const players = new Map<string, number>()
  let requests = 0
  let lastAt = 0

  const playerOf = async (name: string): Promise<number> => {
    const known = players.get(name)
    if (known !== undefined) return known
    const playerId = 7000 + players.size
    players.set(name, playerId)
    await makeTransfers(deps, [
      { key: `opening:${playerId}`, from: 'opening', to: { playerId, kind: 'cash' }, cents: OPENING_CENTS },
    ])
    return playerId
  }
  return {
    deps,
    feed,
    /** The feed's clock: each message is later than the previous one, and than earlier bets. */
    now: (): number => (lastAt = Math.max(Date.now(), lastAt) + 1),
    receive: async (readings: Readings, receivedAt?: Date): Promise<void> => {
      await intake.receive(readings, receivedAt)
      await intake.drained()
    },
    /** The refusal code of a bet, or `placed`. */
    place: async (name: string, bet: PlacedBet): Promise<string> => {
      requests += 1
      const answer = await sportsbook.placeBet({
        playerId: await playerOf(name),
        requestId: `request-${String(requests).padStart(16, '0')}`,
        unitStakeCents: bet.stakeCents,
        legs: [{ outcomeId: bet.outcomeId, priceMilli: bet.priceMilli, isBanker: false }],
        folds: [1],
        accept: bet.accept,
      })
      return answer.ok ? 'placed' : answer.refusal.code
    },
    settle: async (): Promise<void> => {
      await sportsbook.settle()
    },
    outcomes: async (): Promise<OutcomeRow[]> => {
      const rows = await selectOutcomes(deps, feed)
      const fixtures = await sportsbook.readAllMarkets([...new Set(rows.map(({ fixtureId }) => fixtureId))])
      const open = new Set(
        fixtures.flatMap(({ markets }) =>
          markets.flatMap(({ status, outcomes }) =>
            status === 'open'
              ? outcomes.filter((one) => one.status === 'open').map((one) => one.outcomeId)
              : [],
          ),
        ),
      )
      return rows.map((row) => ({ ...row, isOffered: open.has(String(row.outcomeId)) }))
    },
    cashOf: async (name: string): Promise<number> => {
      const playerId = await playerOf(name)
      return (await readBalances(deps.db, [playerId])).get(playerId)?.cashCents ?? 0
    },
    betsOf: async (name: string): Promise<BetRow[]> => selectBets(deps, await playerOf(name)),
    /** Refusal reasons, waiting matches, and alarms, by operators' names; and the alarm count. */
    alarms: async (): Promise<{ names: Set<string>; rang: number }> => {
      const refusals = await selectRefusals(deps)
      const waiting = (await readWaitingFixtures(deps.db)).map(({ reason }) => reason)
      const raised = raisedIn(await deps.metrics.text())
      return {
        names: new Set([...refusals, ...waiting, ...logged.flatMap(namesIn), ...raised]),
        rang: refusals.length + logged.length,
      }
    },
    /** Ledger and liability findings. */
    findings: async (): Promise<string[]> =>
      [...(await verifyLedger(deps.db, sportsbookClearing())), ...(await verifyLiabilities(deps.db))].map(
        (finding) => JSON.stringify(finding),
      ),
    close: async (): Promise<void> => {
      await intake.stop()
      await close()
    },
  }
}

type PlacedBet = {
  outcomeId: number
  stakeCents: number
  priceMilli: number
  accept: 'any' | 'exact' | 'better'
}

type BetRow = { status: string; result: number | null; returnCents: number | null }

type Deps = OwnDeps['deps']

const selectOutcomes = ({ db }: Deps, feed: string) => db<Omit<OutcomeRow, 'isOffered'>[]>`
  select fixture.id as "fixtureId", market.id as "marketId", market.type, market.period,
         market.line_quarters as "lineQuarters", market.side, market.status, outcome.id as "outcomeId", outcome.outcome_code as code,
         outcome.price_milli as "priceMilli", outcome.won, outcome.refunded, outcome.parts,
         participant.name as runner,
         exists (select from sportsbook_cancellation cancellation
                  where cancellation.market_id = market.id and cancellation.rolled_back_at is null
                    and cancellation.placed_from is null and cancellation.placed_until is null) as "isCancelled"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
    left join sportsbook_fixture_participant entry
      on entry.fixture_id = fixture.id and entry.place::text = outcome.outcome_code
     and (market.type like 'racing.%' or market.type like 'outright.%')
    left join sportsbook_participant participant on participant.id = entry.participant_id
   where fixture.feed = ${feed}
   order by market.id, outcome.id`

const selectBets = ({ db }: Deps, playerId: number) => db<BetRow[]>`
  select status, result, return_cents as "returnCents" from sportsbook_bet where player_id = ${playerId} order by id`

const selectRefusals = async ({ db }: Deps): Promise<string[]> =>
  (await db<{ reason: string }[]>`select distinct reason from sportsbook_feed_refused`).map(
    ({ reason }) => reason,
  )

/** The words that identify an alarm in a log line. */
const namesIn = (line: string): string[] => line.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []

/** Raised counters, by names without prefix, and label values. */
function raisedIn(metrics: string): string[] {
  const rows = metrics.matchAll(/^palpite_(\w+?)(?:_total)?(?:\{([^}]*)\})? ([\d.e+]+)$/gm)
  return [...rows].flatMap(([, name = '', labels = '', value]) =>
    Number(value) > 0
      ? [
          name,
          name.replace(/^sportsbook_/, ''),
          ...[...labels.matchAll(/="([^"]*)"/g)].map(([, one = '']) => one),
        ]
      : [],
  )
}
