import { priceFixture } from '../catalogue/price-fixture.ts'
import { adapterName } from '../sports/table.ts'
import type { Depth } from '../sports/adapter.ts'
import { matchStatuses } from '../sports/match-status.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { FeedMessage, FixtureMessage } from './messages.ts'

/** A fixture to come, and its first prices. */
export function withOdds(
  fixture: FixtureMessage,
  settings: SportsbookSettings,
  depth: Depth = 'all',
): FeedMessage[] {
  const { model, key, participants } = fixture
  if (!model) return [fixture]
  const runners = participants.map(({ isWithdrawn = false }, at) => ({ place: at + 1, isWithdrawn }))
  const before = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  const offers = priceFixture({ sport: adapterName(fixture), model, ...before }, settings, depth)
  return [fixture, { kind: 'odds', key, offers }]
}
