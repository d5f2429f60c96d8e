import type { Calls } from '@palpite/contract'
import { Button, Skeleton } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { saveBytes } from './save-bytes.ts'

type Results = Calls['GET /api/app/user/betResults']['data']

const natureTexts = {
  sports: 'wallet.nature.sports',
  games: 'wallet.nature.games',
} as const satisfies Record<Results['natures'][number]['nature'], TextKey>

const formats = [
  { format: 'pdf', text: 'wallet.statement.pdf' },
  { format: 'csv', text: 'wallet.statement.csv' },
] as const

/** A year's betting result by nature, its tax basis, and the ComprovaBet file. */
export function BetResults({ year }: { year: string }) {
  const t = useText()
  const { data, isError, refetch } = useCall('GET /api/app/user/betResults', {
    query: { year },
    loading: false,
  })
  const fetching = useCommand({
    mutationFn: (format: 'csv' | 'pdf') =>
      api('GET /api/app/user/betResultsFile', { query: { year, format } }),
    onSuccess: saveBytes,
  })
  return (
    <section className="grid gap-8" aria-label={t('wallet.results.title')}>
      <h3 className="text-14 font-600">{t('wallet.results.title')}</h3>
      <p className="text-13 text-text-2">{t('wallet.results.text')}</p>
      {data ? (
        <Sums results={data} />
      ) : isError ? (
        <NotLoaded refetch={refetch} />
      ) : (
        <Skeleton className="h-72" />
      )}
      <div className="grid grid-cols-2 gap-8">
        {formats.map(({ format, text }) => (
          <Button
            key={format}
            kind="secondary"
            size="m"
            busy={fetching.isPending && fetching.variables === format}
            onClick={() => fetching.mutate(format)}
          >
            {t(text)}
          </Button>
        ))}
      </div>
    </section>
  )
}

function Sums({ results: { natures, tax } }: { results: Results }) {
  const t = useText()
  const format = useFormat()
  const totals = [
    { name: t('wallet.results.basis'), cents: tax.basisCents },
    ...(tax.taxCents === null ? [] : [{ name: t('wallet.results.tax'), cents: tax.taxCents }]),
  ]
  return (
    <>
      <dl className="grid gap-8 text-13">
        {natures.map(({ nature, stakedCents, prizesCents, resultCents }) => (
          <div key={nature} className="grid grid-cols-[1fr_auto] gap-x-8">
            <dt className="text-text-2">{t(natureTexts[nature])}</dt>
            <dd className="text-end font-600">{format.signedMoney(resultCents)}</dd>
            <dd className="col-span-2 text-12 text-text-2">
              {t('wallet.results.line', {
                staked: format.money(stakedCents),
                prizes: format.money(prizesCents),
              })}
            </dd>
          </div>
        ))}
        {totals.map(({ name, cents }) => (
          <div key={name} className="flex items-baseline justify-between gap-8">
            <dt className="text-text-2">{name}</dt>
            <dd className="text-end font-600">{format.money(cents)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-text-2">{t('wallet.results.note')}</p>
    </>
  )
}
