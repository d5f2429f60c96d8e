import { Empty } from '@palpite/ui'
import { useMemo } from 'react'
import { Answered } from '../../shared/Answered.tsx'
import { useAsked } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { MoneyLines, type MoneyLine } from '../../shared/MoneyLines.tsx'
import { useText } from '../../shared/text.ts'

const EVERY_MS = 300_000

const lines: readonly MoneyLine[] = [
  { name: 'dashboard.money.players', colour: '--play' },
  { name: 'dashboard.money.held', colour: '--win' },
]

/** Players' money at each day's end beside the accounts that hold it: the first line is never above the second. */
export function MoneyPlot() {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/books/playersMoney', {}, { everyMs: EVERY_MS })
  const days = asked.data?.days
  const points = useMemo(
    () =>
      (days ?? []).map(({ day, playersCents, heldCents }) => ({
        period: day,
        cents: [playersCents, heldCents],
      })),
    [days],
  )
  const [last] = days ?? []
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
        {() =>
          points.length === 0 ? (
            <Empty inCard icon="chart-line-up" title={t('dashboard.money.none')} />
          ) : (
            <MoneyLines title={t('dashboard.money.title')} lines={lines} points={points} />
          )
        }
      </Answered>
    </section>
  )
}
