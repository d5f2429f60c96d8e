import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { type SeenPrice, useSeenPrices } from './seen-prices.ts'

const [width, height, edge] = [120, 32, 3]

/** A price's step line. */
const stepLine = (prices: readonly SeenPrice[], now: number): string => {
  const [first] = prices
  if (!first) return ''
  const values = prices.map(({ priceMilli }) => priceMilli)
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(1, now - first.at)
  const x = (at: number) => edge + ((at - first.at) / span) * (width - 2 * edge)
  const y = (price: number) =>
    max === min ? height / 2 : height - edge - ((price - min) / (max - min)) * (height - 2 * edge)
  const steps = prices
    .slice(1)
    .map(({ at, priceMilli }) => `H${x(at).toFixed(1)}V${y(priceMilli).toFixed(1)}`)
  return `M${x(first.at)} ${y(first.priceMilli).toFixed(1)}${steps.join('')}H${width - edge}`
}

/** A price's history since the match was opened: first, line, current. */
export function PriceChart({
  outcomeId,
  label,
  priceMilli,
}: {
  outcomeId: string
  label: string
  priceMilli: number
}) {
  const t = useText()
  const { price } = useFormat()
  const prices = useSeenPrices(outcomeId)
  const first = prices[0]?.priceMilli ?? priceMilli
  const now = prices.at(-1)?.at ?? 0
  const move = priceMilli > first ? 'up' : priceMilli < first ? 'down' : undefined
  return (
    <li
      data-move={move}
      className="group grid grid-cols-[1fr_auto] items-center gap-x-10 gap-y-2 rounded-8 bg-surface-2 px-10 py-6 text-12"
    >
      <span className="col-span-full leading-tight font-600 wrap-anywhere">{label}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        className="h-28 w-96 text-text-2 group-data-[move=down]:text-loss group-data-[move=up]:text-win"
      >
        <path
          d={stepLine(prices, Math.max(now, (prices[0]?.at ?? 0) + 1))}
          className="fill-none stroke-current"
          strokeWidth="2"
        />
      </svg>
      <span className="text-end font-700 whitespace-nowrap">
        {prices.length > 1
          ? t('sportsbook.chart.moved', { first: price(first), now: price(priceMilli) })
          : t('sportsbook.chart.still', { now: price(priceMilli) })}
      </span>
    </li>
  )
}
