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

const isCount = (type: string): boolean => /^football\.(?:corners|cards)_/.test(type)

/** The one topic a market belongs to. Corners and cards are their own, whatever is asked of them. */
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
 * What most players look for, in the order that every sport has it: who wins, how much, whether both score, two of three
 * results, a start, the stake back for a draw, how exactly it ends.
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

/** Of each question one card, over the match with its overtime where that is offered. */
const principalsOf = <G extends Asked>(groups: readonly G[]): readonly G[] =>
  principal.flatMap((kind) => {
    const asked = groups.filter(({ type, side }) => side === null && kind.test(type) && !isCount(type))
    return asked.find(({ period }) => period === 'all') ?? asked.find(({ period }) => period === 'full') ?? []
  })

/** The cards of a topic. Those that most players look for stand under the first one, and under their own. */
export const groupsOf = <G extends Asked>(groups: readonly G[], topic: Topic): readonly G[] => {
  if (topic === 'all') return groups
  const own = groups.filter((group) => topicOf(group) === topic)
  if (topic !== 'main') return own
  const first = principalsOf(groups)
  return [...first, ...own.filter((group) => !first.includes(group))]
}

/** The topics that have a card; all of them together come last, where the first one has not all. */
export const topicsOf = (groups: readonly Asked[]): readonly Topic[] => {
  const own = topics.filter((topic) => topic !== 'all' && groupsOf(groups, topic).length > 0)
  if (groupsOf(groups, 'main').length === groups.length) return own.slice(0, 1)
  return own.length > 1 ? [...own, 'all'] : own
}

/** Many outcomes of which few are looked for: their card begins folded where it stands among the first ones. */
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

/** What a tab is called in a sport: goals in football, sets in tennis. */
export const topicText = (sport: string, topic: Topic): TextKey => bySport[sport]?.[topic] ?? texts[topic]
