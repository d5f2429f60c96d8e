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

/** Results of settled bets by period: as bars and as a table. */
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
            <Chart periods={data} by={by} />
            <Figures periods={withBets.toReversed()} by={by} />
          </>
        )}
      </div>
    </Sheet>
  )
}

type Shown = { periods: readonly ProfitPeriod[]; by: By }

/** The bars, with the first and last period below. */
function Chart({ periods, by }: Shown) {
  const nameOf = usePeriodName(by)
  return (
    <figure aria-hidden="true" className="hairline grid gap-6 rounded-14 bg-surface-2 p-12">
      <ProfitChart periods={periods} />
      <figcaption className="flex justify-between text-11 text-text-3">
        {[periods[0], periods.at(-1)].map(
          (period) => period && <span key={period.startsOn}>{nameOf(period.startsOn)}</span>,
        )}
      </figcaption>
    </figure>
  )
}

const usePeriodName = (by: By) => {
  const language = useLanguage()
  const form = new Intl.DateTimeFormat(
    language.replace('_', '-'),
    by === 'month'
      ? { month: 'short', year: 'numeric', timeZone: 'UTC' }
      : { day: '2-digit', month: '2-digit', timeZone: 'UTC' },
  )
  return (startsOn: string) => form.format(new Date(`${startsOn}T00:00:00Z`))
}

function Figures({ periods, by }: Shown) {
  const t = useText()
  const nameOf = usePeriodName(by)
  const { money, signedMoney } = useFormat()
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
              <time dateTime={startsOn}>{nameOf(startsOn)}</time>
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
