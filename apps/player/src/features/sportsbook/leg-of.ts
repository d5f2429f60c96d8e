import type { Calls } from '@palpite/contract'
import type { SlipLeg } from './slip-store.ts'

type Fixture = Calls['GET /api/app/sportsbook/fixture/:fixtureId']['data']
type Market = Fixture['markets'][number]
type Outcome = Market['outcomes'][number]

/** The slip leg of a displayed outcome. */
export const legOf = (fixture: Fixture, market: Market, outcome: Outcome): SlipLeg => ({
  outcomeId: outcome.outcomeId,
  fixtureId: fixture.fixtureId,
  home: fixture.home,
  away: fixture.away,
  title: fixture.title,
  simulated: fixture.simulated,
  marketType: market.type,
  period: market.period,
  lineQuarters: market.lineQuarters,
  side: market.side,
  code: outcome.code,
  name: outcome.name,
  priceMilli: outcome.priceMilli,
})
