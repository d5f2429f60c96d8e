import type { TextKey } from '../../../shared/text/keys.ts'
import type { MarketGroup } from './market-groups.ts'

/** What the cards of a match page are about, in the order of the tabs. */
export const topics = [
  'main',
  'totals',
  'handicap',
  'half1',
  'half2',
  'periods',
  'corners',
  'cards',
  'all',
] as const
export type Topic = (typeof topics)[number]

const isWhole = (period: string): boolean => period === 'full' || period === 'all'

/** The one topic a market belongs to. Corners and cards are their own, whatever is asked of them. */
const topicOf = ({ type, period }: Pick<MarketGroup, 'type' | 'period'>): Topic => {
  if (type.startsWith('football.corners_')) return 'corners'
  if (type.startsWith('football.cards_')) return 'cards'
  if (period === 'half1' || period === 'first5') return 'half1'
  if (period === 'half2') return 'half2'
  if (!isWhole(period)) return 'periods'
  if (type.includes('handicap')) return 'handicap'
  return /total|exact_goals|odd_even|both_score|highest_half/.test(type) ? 'totals' : 'main'
}

/** The cards of a topic. */
export const groupsOf = <G extends Pick<MarketGroup, 'type' | 'period'>>(
  groups: readonly G[],
  topic: Topic,
): readonly G[] => (topic === 'all' ? groups : groups.filter((group) => topicOf(group) === topic))

/** The topics that have a card; all of them together come last, where they are more than one. */
export const topicsOf = (groups: readonly Pick<MarketGroup, 'type' | 'period'>[]): readonly Topic[] => {
  const own = topics.filter((topic) => topic !== 'all' && groupsOf(groups, topic).length > 0)
  return own.length > 1 ? [...own, 'all'] : own
}

const texts: Readonly<Record<Topic, TextKey>> = {
  main: 'sportsbook.topic.main',
  totals: 'sportsbook.topic.totals',
  handicap: 'sportsbook.market.handicap',
  half1: 'sportsbook.period.half1',
  half2: 'sportsbook.period.half2',
  periods: 'sportsbook.topic.periods',
  corners: 'sportsbook.topic.corners',
  cards: 'sportsbook.topic.cards',
  all: 'sportsbook.topic.all',
}

const bySport: Readonly<Record<string, Readonly<Partial<Record<Topic, TextKey>>>>> = {
  football: { totals: 'sportsbook.topic.goals' },
  basketball: { periods: 'sportsbook.topic.quarters' },
  american_football: { periods: 'sportsbook.topic.quarters' },
  tennis: { periods: 'sportsbook.topic.sets' },
  volleyball: { periods: 'sportsbook.topic.sets' },
  badminton: { periods: 'sportsbook.topic.sets' },
  table_tennis: { periods: 'sportsbook.topic.sets' },
  snooker: { periods: 'sportsbook.topic.frames' },
  baseball: { half1: 'sportsbook.period.first5', periods: 'sportsbook.topic.innings' },
  cricket: { periods: 'sportsbook.topic.innings' },
}

/** What a tab is called in a sport: goals in football, sets in tennis. */
export const topicText = (sport: string, topic: Topic): TextKey => bySport[sport]?.[topic] ?? texts[topic]
