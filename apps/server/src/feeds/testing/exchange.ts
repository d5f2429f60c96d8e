import { type Intake, openIntake } from '../intake/open-intake.ts'
import { type ExchangeNames, openExchangeReader } from '../betfair/exchange-reader.ts'
import type { Deps } from '../../platform/deps.ts'

export type TestRunner = {
  id: number
  /** The horse's name, by default its id; undefined for an unnamed one. */
  name?: string | undefined
  status?: 'ACTIVE' | 'REMOVED' | 'WINNER' | 'LOSER'
  adjustmentFactor?: number
}

type Market = {
  id: string
  status?: 'OPEN' | 'SUSPENDED' | 'CLOSED'
  marketType?: 'WIN' | 'PLACE' | 'MATCH_ODDS'
  numberOfWinners?: number
  runners: readonly TestRunner[]
  /** The offered price of each runner, by id. */
  prices?: Readonly<Record<number, number>>
}

/** An exchange whose stream a test writes line by line: races, or cricket matches. */
export function openTestExchange(
  deps: Deps,
  names: ExchangeNames = { competition: 'Ascot', runners: new Map() },
) {
  const intake: Intake = openIntake(deps, { feed: 'betfair', share: 1 })
  let reader = openExchangeReader(names)
  let at = Date.now()
  return {
    /** Sends the definition of a market, and its prices if given. */
    receive: async ({
      id,
      status = 'OPEN',
      marketType = 'WIN',
      numberOfWinners = 1,
      runners,
      prices = {},
    }: Market) => {
      at += 1
      const definition = {
        eventId: `9${id.replace('.', '')}`,
        eventTypeId: marketType === 'MATCH_ODDS' ? '4' : '7',
        marketType,
        marketTime: new Date(Date.now() + 3_600_000).toISOString(),
        status,
        inPlay: false,
        betDelay: 0,
        numberOfWinners,
        version: at,
        name: 'Race',
        runners: runners.map(({ status: own = 'ACTIVE', ...runner }) => ({
          name: `Horse ${runner.id}`,
          ...runner,
          status: own,
        })),
      }
      const rc = Object.entries(prices).map(([runner, price]) => ({ id: Number(runner), atb: [[price, 50]] }))
      const line = { op: 'mcm', clk: String(at), pt: at, mc: [{ id, marketDefinition: definition, rc }] }
      await intake.receive(reader.readMarket(JSON.stringify(line)))
      await intake.drained()
    },
    /** Sends a line of the score stream. */
    receiveScore: async (change: object) => {
      at += 1
      await intake.receive(
        reader.readScore(JSON.stringify({ op: 'ccm', clk: String(at), pt: at, cc: [change] })),
      )
      await intake.drained()
    },
    /** Restarts the reader: it has no state of earlier lines. */
    startAnew: () => {
      reader = openExchangeReader(names)
    },
    /** The outcomes of a market of its first fixture by runner name, with codes, prices and results. */
    outcomes: async (key: string) => {
      const rows = await deps.db<
        {
          name: string
          id: number
          marketId: number
          code: string
          priceMilli: number
          isOffered: boolean
          status: string
          won: number | null
        }[]
      >`
        select runner.name, outcome.id, market.id as "marketId", outcome.outcome_code as code,
               outcome.price_milli as "priceMilli", outcome.is_offered as "isOffered", market.status, outcome.won
          from sportsbook_outcome outcome
          join sportsbook_market market on market.id = outcome.market_id
          join sportsbook_fixture fixture on fixture.id = market.fixture_id
          join sportsbook_fixture_participant entry
            on entry.fixture_id = fixture.id
           and entry.place = case outcome.outcome_code when 'home' then 1 when 'away' then 2 else outcome.outcome_code::integer end
          join sportsbook_participant runner on runner.id = entry.participant_id
         where fixture.feed = 'betfair' and fixture.feed_key = ${key}`
      return new Map(rows.map(({ name, ...row }) => [name, row]))
    },
    refusals: async (key: string): Promise<string[]> => {
      const rows = await deps.db<{ reason: string }[]>`
        select reason from sportsbook_feed_refused where feed = 'betfair' and feed_key = ${key} order by id`
      return rows.map(({ reason }) => reason)
    },
    stop: () => intake.stop(),
  }
}
