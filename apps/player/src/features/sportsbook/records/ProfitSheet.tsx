import type { Calls } from '@palpite/contract'
import { Empty, ErrorCard, Segmented, Sheet, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { ProfitChart, type ProfitPeriod } from './ProfitChart.tsx'

type By = Calls['GET /api/app/sportsbook/profit']['query']['by']
const texts = {
  day: 'sportsbook.profit.day',
  week: 'sportsbook.profit.week',
  month: 'sportsbook.profit.month',
} as const

/** What settled bets brought, period by period: as bars, and the same figures as a table. */
export function ProfitSheet() {
  const t = useText()
  const [by, choose] = useState<By>('day')
  const { data, isError, refetch } = useCall('GET /api/app/sportsbook/profit', {
    query: { by },
    loading: false,
  })
  const withBets = data?.filter(({ bets }) => bets > 0) ?? []
  return (
    <Sheet title={t('sportsbook.profit.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-12 px-16 pb-16">
        <Segmented<By>
          label={t('sportsbook.profit.by')}
          options={(['day', 'week', 'month'] as const).map((each) => ({
            value: each,
            label: t(texts[each]),
          }))}
          value={by}
          onChange={choose}
        />
        {isError && (
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !isError && (
          <div aria-busy="true">
            <Skeleton className="h-220 rounded-18" />
          </div>
        )}
        {data && withBets.length === 0 && (
          <Empty icon="receipt-duotone" title={t('sportsbook.profit.empty')} />
        )}
        {data && withBets.length > 0 && (
          <>
            <ProfitChart periods={data} />
            <Figures periods={withBets.toReversed()} by={by} />
          </>
        )}
      </div>
    </Sheet>
  )
}

function Figures({ periods, by }: { periods: readonly ProfitPeriod[]; by: By }) {
  const t = useText()
  const language = useLanguage()
  const { money, signedMoney } = useFormat()
  const form = new Intl.DateTimeFormat(
    language.replace('_', '-'),
    by === 'month'
      ? { month: 'short', year: 'numeric', timeZone: 'UTC' }
      : { day: '2-digit', month: '2-digit', timeZone: 'UTC' },
  )
  const head = 'py-6 text-end font-500 text-text-2 first:text-start'
  return (
    <table className="w-full text-13">
      <caption className="sr-only">{t('sportsbook.profit.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t(texts[by])}
          </th>
          <th scope="col" className={head}>
            {t('sportsbook.bet.stake')}
          </th>
          <th scope="col" className={head}>
            {t('sportsbook.bet.returned')}
          </th>
          <th scope="col" className={head}>
            {t('sportsbook.profit.net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ startsOn, stakeCents, returnCents }) => (
          <tr key={startsOn} className="border-t border-line">
            <th scope="row" className="py-8 text-start font-500">
              <time dateTime={startsOn}>{form.format(new Date(`${startsOn}T00:00:00Z`))}</time>
            </th>
            <td className="text-end">{money(stakeCents)}</td>
            <td className="text-end">{money(returnCents)}</td>
            <td
              data-gain={returnCents > stakeCents || undefined}
              data-loss={returnCents < stakeCents || undefined}
              className="text-end font-700 data-gain:text-win data-loss:text-loss"
            >
              {returnCents === stakeCents ? money(0) : signedMoney(returnCents - stakeCents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
