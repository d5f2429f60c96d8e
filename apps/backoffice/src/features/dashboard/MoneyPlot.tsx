import 'uplot/dist/uPlot.min.css'
import { Empty } from '@palpite/ui'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { Answered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { useLook } from '../../shared/look.ts'
import { useText } from '../../shared/text.ts'

type Days = DataOf<'GET /api/backoffice/books/playersMoney'>['days']

const EVERY_MS = 300_000
const HEIGHT = 260

/** What players had at the end of each day beside what the accounts that hold it had: the first line is never above the second. */
export function MoneyPlot() {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/books/playersMoney', {}, { everyMs: EVERY_MS })
  const [last] = asked.data?.days ?? []
  return (
    <section aria-labelledby="money-plot" className="hairline rounded-14 bg-surface-1 p-16">
      <h2 id="money-plot" className="text-16 font-700">
        {t('dashboard.money.title')}
      </h2>
      {last && (
        <p className="mb-12 text-13 text-text-2">
          {t('dashboard.money.last', {
            players: format.money(last.playersCents),
            held: format.money(last.heldCents),
          })}
        </p>
      )}
      <Answered asked={asked} skeleton="h-240">
        {({ days }) =>
          days.length === 0 ? (
            <Empty inCard icon="chart-line-up" title={t('dashboard.money.none')} />
          ) : (
            <Plot days={days} />
          )
        }
      </Answered>
    </section>
  )
}

function Plot({ days }: { days: Days }) {
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
      grid: { stroke: colour('--line') },
      ticks: { stroke: colour('--line') },
    }
    const money = (cents: number | null) => (cents === null ? '–' : format.money(cents))
    const inOrder = days.toReversed()
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        axes: [axis, { ...axis, size: 110, values: (_plot, ticks) => ticks.map(money) }],
        series: [
          {},
          {
            label: t('dashboard.money.players'),
            stroke: colour('--play'),
            width: 2,
            value: (_plot, cents) => money(cents),
          },
          {
            label: t('dashboard.money.held'),
            stroke: colour('--win'),
            width: 2,
            value: (_plot, cents) => money(cents),
          },
        ],
      },
      [
        inOrder.map(({ day }) => Date.parse(day) / 1000),
        inOrder.map(({ playersCents }) => playersCents),
        inOrder.map(({ heldCents }) => heldCents),
      ],
      element,
    )
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [days, format, t, theme])
  return <div ref={place} role="img" aria-label={t('dashboard.money.title')} className="plot w-full" />
}
