import { lazy, Suspense } from 'react'
import { Page } from '../../shared/Page.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { FigureCards } from './FigureCards.tsx'
import { Queues } from './Queues.tsx'

const MoneyPlot = lazy(() => import('./MoneyPlot.tsx').then(({ MoneyPlot: Plot }) => ({ default: Plot })))

/** Queues with age and link; today's figures; players' money beside the accounts that hold it. */
export function DashboardPage() {
  const t = useText()
  const mayReadBooks = useMay('books.read')
  return (
    <Page title={t('nav.dashboard.name')} note={t('dashboard.page.note')}>
      <div className="grid gap-20">
        <Queues />
        {mayReadBooks && <FigureCards />}
        {mayReadBooks && (
          <Suspense fallback={<div className="h-320" aria-busy="true" />}>
            <MoneyPlot />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
