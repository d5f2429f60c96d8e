import type { TextKey } from '../../../shared/text/keys.ts'
import type { MarketGroup } from './market-groups.ts'

/** The topics of a match page's cards, in tab order. */
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

const isCount = (type: string): boolean => /^football\.(?:corners|cards)_/.test(type)

/** A market's topic. Corners and cards have their own, whatever the question. */
const topicOf = ({ type, period }: Pick<MarketGroup, 'type' | 'period'>): Topic => {
  if (isCount(type)) return type.startsWith('football.corners_') ? 'corners' : 'cards'
  if (period === 'half1' || period === 'first5') return 'half1'
  if (period === 'half2') return 'half2'
  if (!isWhole(period)) return 'periods'
  if (type.includes('handicap')) return 'handicap'
  return /total|exact_goals|odd_even|both_score|highest_half/.test(type) ? 'totals' : 'main'
}

type Asked = Pick<MarketGroup, 'type' | 'period' | 'side'>

/**
 * The most popular markets, in the same order for every sport: winner, totals, both score, double chance,
 * handicap, draw no bet, exact score, half-time/full-time.
 */
const principal: readonly RegExp[] = [
  /\.(?:winner|win)$/,
  /\.1x2$/,
  /\.total(?:_rounds)?$/,
  /\.both_score$/,
  /\.double_chance$/,
  /\.(?:asian_handicap|handicap)$/,
  /\.set_handicap$/,
  /\.draw_no_bet$/,
  /\.total_sets$/,
  /\.(?:correct_score|method)$/,
  /\.half_time_full_time$/,
]

/** One card per question, over the match including overtime if offered. */
const principalsOf = <G extends Asked>(groups: readonly G[]): readonly G[] =>
  principal.flatMap((kind) => {
    const asked = groups.filter(({ type, side }) => side === null && kind.test(type) && !isCount(type))
    return asked.find(({ period }) => period === 'all') ?? asked.find(({ period }) => period === 'full') ?? []
  })

/** A topic's cards. The most popular are under the first topic and under their own. */
export const groupsOf = <G extends Asked>(groups: readonly G[], topic: Topic): readonly G[] => {
  if (topic === 'all') return groups
  const own = groups.filter((group) => topicOf(group) === topic)
  if (topic !== 'main') return own
  const first = principalsOf(groups)
  return [...first, ...own.filter((group) => !first.includes(group))]
}

/** The topics with cards; "all" comes last, if the first one is incomplete. */
export const topicsOf = (groups: readonly Asked[]): readonly Topic[] => {
  const own = topics.filter((topic) => topic !== 'all' && groupsOf(groups, topic).length > 0)
  if (groupsOf(groups, 'main').length === groups.length) return own.slice(0, 1)
  return own.length > 1 ? [...own, 'all'] : own
}

/** Large cards with few popular outcomes: folded when among the first. */
export const startsFolded = ({ type }: Pick<MarketGroup, 'type'>, topic: Topic): boolean =>
  topic === 'main' && type.endsWith('.half_time_full_time')

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

/** A tab's name in a sport: goals in football, sets in tennis. */
export const topicText = (sport: string, topic: Topic): TextKey => bySport[sport]?.[topic] ?? texts[topic]
