import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { useFormat } from './format.ts'
import { useLook } from './look.ts'
import { type TextKey, useText } from './text.ts'

const HEIGHT = 260
/** Room for an amount in millions beside the plot. */
const AMOUNT_SIZE = 76
const DAY_SECONDS = 86_400
/** Days between the dates below the plot. */
const DAYS_APART = [1, 2, 4, 7, 14, 31, 62, 92, 183, 366]

export type MoneyLine = { name: TextKey; colour: `--${string}` }
type Props = {
  title: string
  lines: readonly MoneyLine[]
  /** A day or month each, the last first, with an amount per line. */
  points: readonly { period: string; cents: readonly number[] }[]
}

/** Amounts by day or month as lines. A list with the same amounts is beside it for screen readers. */
export function MoneyLines({ title, lines, points }: Props) {
  const t = useText()
  const format = useFormat()
  const { theme } = useLook()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const axis = {
      stroke: colour('--text-2'),
      font: `${style.fontSize} ${style.fontFamily}`,
      grid: { stroke: colour('--line') },
      ticks: { stroke: colour('--line') },
    }
    const inOrder = points.toReversed()
    const isMonths = inOrder[0]?.period.length === 7
    const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, isMonths ? 7 : 10)
    const dated = (seconds: number) => format.date(dayOf(seconds))
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        // A period is a date without time: in the operator's time zone it could start on the day before.
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        axes: [
          {
            ...axis,
            grid: { show: false },
            incrs: DAYS_APART.map((days) => days * DAY_SECONDS),
            values: (_plot, ticks) => ticks.map((at) => (isMonths ? dated(at) : format.day(dayOf(at)))),
          },
          {
            ...axis,
            size: AMOUNT_SIZE,
            values: (_plot, ticks) => ticks.map((cents) => format.moneyShort(cents)),
          },
        ],
        series: [
          {
            label: t('figures.column.period'),
            // Empty until a period is hovered.
            value: (_plot: UPlot, at: number | null) => (at === null ? '' : dated(at)),
          },
          ...lines.map((line) => ({
            label: t(line.name),
            stroke: colour(line.colour),
            width: 2,
            value: (_plot: UPlot, cents: number | null) => (cents === null ? '' : format.money(cents)),
          })),
        ],
      },
      [
        inOrder.map(({ period }) => Date.parse(period) / 1000),
        ...lines.map((_line, at) => inOrder.map(({ cents }) => cents[at] ?? null)),
      ],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [points, lines, format, t, theme])
  return <div ref={place} role="img" aria-label={title} className="plot w-full text-12" />
}
