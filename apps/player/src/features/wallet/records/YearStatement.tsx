import { Segmented, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { useText } from '../../../shared/text/text.ts'
import { BetResults } from './BetResults.tsx'
import { lastYears, natures } from './statement-parts.ts'

/** A year's credits and debits by reason. */
export function YearStatement() {
  const t = useText()
  const format = useFormat()
  const [years] = useState(() => lastYears(new Date()))
  const [year, setYear] = useState(years[0] ?? '')
  const { data, isError, refetch } = useCall('GET /api/app/user/yearStatement', {
    query: { year },
    loading: false,
  })
  const shown = natures.flatMap(({ type, text }) => {
    const sums = data?.natures.find((one) => one.type === type)
    return sums ? [{ ...sums, text }] : []
  })
  return (
    <div className="grid gap-8">
      <h3 className="text-14 font-600">{t('wallet.statement.year')}</h3>
      <Segmented
        label={t('wallet.statement.year')}
        value={year}
        options={years.map((one) => ({ value: one, label: one }))}
        onChange={setYear}
      />
      {data ? (
        shown.length === 0 ? (
          <p className="text-13 text-text-2">{t('wallet.statement.nothing')}</p>
        ) : (
          <dl className="grid gap-8 text-13">
            {shown.map(({ type, text, inCents, outCents }) => (
              <div key={type} className="flex items-baseline justify-between gap-8">
                <dt className="text-text-2">{t(text)}</dt>
                <dd className="text-end font-600">
                  {t('wallet.statement.inOut', {
                    in: format.money(inCents),
                    out: format.money(outCents),
                  })}
                </dd>
              </div>
            ))}
          </dl>
        )
      ) : isError ? (
        <NotLoaded refetch={refetch} />
      ) : (
        <Skeleton className="h-72" />
      )}
      {data?.tellsBetResults && <BetResults year={year} />}
    </div>
  )
}
