import { removeMarginFromOdds, rungBelow } from '@palpite/odds'
import type { MarketKey } from '../sports/adapter.ts'

/** A market at its base prices, and how much stakes have shortened each outcome. */
export type Movable = MarketKey & {
  readonly outcomes: readonly {
    readonly code: string
    readonly priceMilli: number
    readonly shortenedBps: number
  }[]
}

/** The moved prices of a market, in the order of its outcomes. */
export type Moved<M> = { market: M; pricesMilli: number[] }

/**
 * Prices moved by stakes. A shortened outcome's chance counts as so much higher; the others are lengthened by
 * what that adds, so that the book stays at its margin or above, and each by at most half of its own margin.
 * So no price exceeds the value that its outcome had before the move: by no bets, bet builders or cash-outs
 * does the house lose on average, and no set of bets wins for sure. Lines of one family keep their order.
 * Shape: same length and order as `markets`, all markets of a match on offer.
 */
export function movePrices<M extends Movable>(markets: readonly M[]): Moved<M>[] {
  const moved = markets.map((market) => ({ market, pricesMilli: movedAlone(market) }))
  for (const family of Map.groupBy(
    moved.filter(({ market }) => market.lineQuarters !== null),
    familyOf,
  ).values())
    if (family.some(({ market }) => isMoved(market))) keepOrder(family)
  return moved
}

const isMoved = ({ outcomes }: Movable): boolean => outcomes.some(({ shortenedBps }) => shortenedBps > 0)

const WHOLE = 10_000
/** The lowest price that is offered. */
const LOWEST = 1.01

/** The share of its own margin an outcome gives up at most. */
const MARGIN_GIVEN = 0.5

function movedAlone(market: Movable): number[] {
  const prices = market.outcomes.map(({ priceMilli }) => priceMilli)
  if (!isMoved(market)) return prices
  const implied = prices.map((price) => 1000 / price)
  const shortened = market.outcomes.map(({ shortenedBps }, at) =>
    Math.min(1 / LOWEST, (implied[at] ?? 0) * (1 + shortenedBps / WHOLE)),
  )
  const gained = sum(shortened) - sum(implied)
  const headroom = lengtheningHeadroom(market, implied)
  const given = Math.min(1, gained / Math.max(sum(headroom), Number.MIN_VALUE))
  return prices.map((price, at) => {
    const isShorter = (market.outcomes[at]?.shortenedBps ?? 0) > 0
    const own = headroom[at] ?? 0
    if (!isShorter && own === 0) return price
    const rung = rungBelow(1 / ((shortened[at] ?? 1) - given * own)) ?? LOWEST * 1000
    // A feed's price need not be on our price ladder.
    return isShorter ? Math.min(price, rung) : Math.max(price, rung)
  })
}

/**
 * Price headroom: by how much chance each outcome that was not shortened may be lengthened; zero if the margin cannot
 * be computed.
 */
function lengtheningHeadroom({ outcomes }: Movable, implied: readonly number[]): number[] {
  const fair = fairChances(outcomes.map(({ priceMilli }) => priceMilli))
  return implied.map((chance, at) =>
    outcomes[at]?.shortenedBps ? 0 : Math.max(0, (chance - (fair[at] ?? chance)) * MARGIN_GIVEN),
  )
}

/**
 * Chances without the margin, on the safe side; without a computable margin those of the prices. A cash-out removes the
 * margin by the power method; the proportional method leaves long prices likelier. Each outcome counts with the higher
 * of both chances, so that no bet is cashed out for more than it was placed for.
 * Shape: same length and order as `pricesMilli`, all outcomes of a market on offer.
 */
export function fairChances(pricesMilli: readonly number[]): number[] {
  const implied = pricesMilli.map((price) => 1000 / price)
  const read = removeMarginFromOdds(
    pricesMilli.map((price) => price / 1000),
    'power',
  )
  const book = sum(implied)
  const isOneWinner = Math.round(book) === 1
  return implied.map((chance, at) => {
    const powered = read.ok && isOneWinner ? (read.value.chances[at] ?? chance) : chance
    return Math.max(powered, chance / book)
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const familyOf = ({ market: { type, period, side } }: Moved<Movable>) => `${type}/${period}/${side ?? ''}`

/** A higher line makes these less likely: more goals, or a lead the away team has to make up for. */
const RISING = ['over', 'away']
const FALLING = ['under', 'home']

/** No line pays less for a harder outcome: the easier one is lowered to it. */
function keepOrder(family: Moved<Movable>[]): void {
  const byLine = family.toSorted(
    (one, other) => (one.market.lineQuarters ?? 0) - (other.market.lineQuarters ?? 0),
  )
  for (const code of FALLING) cap(byLine, code)
  for (const code of RISING) cap(byLine.toReversed(), code)
}

function cap(lines: readonly Moved<Movable>[], code: string): void {
  let max = Number.MAX_SAFE_INTEGER
  for (const { market, pricesMilli } of lines) {
    const at = market.outcomes.findIndex((outcome) => outcome.code === code)
    const price = pricesMilli[at]
    if (price === undefined) continue
    max = Math.min(max, price)
    pricesMilli[at] = max
  }
}
