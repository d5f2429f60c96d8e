import { matchStatuses } from '../catalogue/index.ts'
import { priceMatch } from '../pricing/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import type { FeedMessage, FixtureMessage } from './messages.ts'

/** A fixture to come, and its first prices. */
export function withOdds(fixture: FixtureMessage, settings: SportsbookSettings): FeedMessage[] {
  const { expected, key } = fixture
  if (!expected) return [fixture]
  const before = { matchStatus: matchStatuses.notOpen, minute: null, score: null, halfTime: null }
  return [fixture, { kind: 'odds', key, offers: priceMatch({ expected, ...before }, settings) }]
}
