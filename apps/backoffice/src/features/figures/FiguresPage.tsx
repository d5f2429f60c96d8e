import { Segmented } from '@palpite/ui'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { SearchFilters, type SearchField } from '../../shared/SearchFilters.tsx'
import { useText } from '../../shared/text.ts'
import { askedOf, earned, keyOf, moved, type Period } from './period.ts'
import { periodColumns } from './period-columns.ts'
import { PeriodDrawer } from './PeriodDrawer.tsx'

const MoneyLines = lazy(() =>
  import('../../shared/MoneyLines.tsx').then(({ MoneyLines: Lines }) => ({ default: Lines })),
)

const fields: readonly SearchField[] = [
  { name: 'de', label: 'plays.filter.from', kind: 'day' },
  { name: 'ate', label: 'plays.filter.until', kind: 'day' },
]
/** Days are closed once a night. */
const EVERY_MS = 300_000

/** Earnings by product, bonus costs and flows, by day or month: as plots, list and file. */
export function FiguresPage() {
  const t = useText()
  const format = useFormat()
  const address = useAddress()
  const [openedAt] = useState(() => new Date())
  const query = askedOf(address.get, openedAt)
  const asked = useAsked('GET /api/backoffice/books/periods', { query }, { everyMs: EVERY_MS })
  const list = wholeList<Period>({ ...asked, data: asked.data?.periods })
  const columns = useMemo(() => periodColumns(format), [format])
  const lastClosed = asked.data?.lastClosed
  return (
    <ListPage
      title={t('nav.figures.name')}
      note={lastClosed ? t('figures.page.until', { day: format.date(lastClosed) }) : t('figures.page.note')}
      aside={
        <Segmented
          label={t('figures.by.label')}
          value={query.by}
          onChange={(by) => address.set({ por: by === 'month' ? 'mes' : '', aberto: '' })}
          options={[
            { value: 'day', label: t('figures.by.day') },
            { value: 'month', label: t('figures.by.month') },
          ]}
        />
      }
      above={list.rows.length > 1 && <Plots periods={list.rows} />}
      columns={columns}
      list={list}
      keyOf={keyOf}
      drawer={({ row, close }) => row && <PeriodDrawer key={keyOf(row)} of={row} onClose={close} />}
      empty={{ title: t('figures.list.empty'), text: t('figures.list.emptyText') }}
      filters={<SearchFilters key={`${query.from} ${query.until}`} fields={fields} />}
    />
  )
}

/** Earnings of products, and flows. */
function Plots({ periods }: { periods: readonly Period[] }) {
  const t = useText()
  const plots = useMemo(
    () =>
      [
        { title: t('figures.plot.earned'), lines: earned },
        { title: t('figures.plot.moved'), lines: moved },
      ].map((plot) => ({
        ...plot,
        points: periods.map((one) => ({
          period: one.period,
          cents: plot.lines.map(({ of }) => Number(one[of])),
        })),
      })),
    [periods, t],
  )
  return (
    <div className="mb-20 grid gap-12 office:grid-cols-2">
      {plots.map(({ title, lines, points }) => (
        <section key={title} className="hairline min-w-0 rounded-14 bg-surface-1 p-16">
          <h2 className="mb-12 text-16 font-700">{title}</h2>
          <Suspense fallback={<div className="h-320" aria-busy="true" />}>
            <MoneyLines title={title} lines={lines} points={points} />
          </Suspense>
        </section>
      ))}
    </div>
  )
}
