import type { TextKey } from '../../../shared/text/keys.ts'
import type { ListMarket } from './list-markets.ts'

const heads: Readonly<Record<string, TextKey>> = {
  home: 'sportsbook.column.home',
  draw: 'sportsbook.column.draw',
  away: 'sportsbook.column.away',
  over: 'sportsbook.column.over',
  under: 'sportsbook.column.under',
  yes: 'sportsbook.pick.yes',
  no: 'sportsbook.pick.no',
  odd: 'sportsbook.pick.odd',
  even: 'sportsbook.pick.even',
  home_draw: 'sportsbook.column.homeDraw',
  home_away: 'sportsbook.column.homeAway',
  draw_away: 'sportsbook.column.drawAway',
}

const order = Object.keys(heads)

/** The heads of prices alone: 1 X 2, over and under. */
export const priceHeads = ({ codes }: Pick<ListMarket, 'codes'>): readonly TextKey[] =>
  codes
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .flatMap((code) => heads[code] ?? [])

/** A list's column heads: 1 X 2, or the line with over and under. Empty for markets without columns. */
export const columnHeads = (market: Pick<ListMarket, 'codes'>): readonly TextKey[] =>
  market.codes.includes('over') ? ['sportsbook.column.line', ...priceHeads(market)] : priceHeads(market)
