import { Skeleton } from '@palpite/ui'
import { useAsked } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { resultsOf } from './parts.ts'

type Props = { marketId: number; results: NonNullable<ReturnType<typeof resultsOf>> }

/** What this settlement would pay and take back, in total and by bet, before it is stated. */
export function Preview({ marketId, results }: Props) {
  const t = useText()
  const format = useFormat()
  const asked = useAsked(
    'POST /api/backoffice/markets/:marketId/preview',
    { params: { marketId: String(marketId) }, body: { results } },
    { everyMs: false },
  )
  if (asked.error) return <p className="text-13 text-loss">{wordsOf(asked.error, t)}</p>
  if (!asked.data) return <Skeleton className="h-120" />
  const { bets, changed, corrected, stakeCents, returnCents, returnedCents, isMore, items } = asked.data
  const { paidCents, takenBackCents, late, lateStakeCents } = asked.data
  const amount = (cents: number | null) => (cents === null ? t('plays.state.open') : format.money(cents))
  return (
    <section aria-label={t('results.preview.title')} className="grid gap-12">
      <Facts
        title={t('results.preview.title')}
        facts={[
          [
            t('results.preview.changed'),
            `${format.number(changed)} / ${format.number(bets)}${isMore ? '+' : ''}`,
          ],
          [t('results.preview.stake'), format.money(stakeCents)],
          ...(corrected > 0
            ? [
                [t('results.preview.corrected'), format.number(corrected)] as const,
                [t('results.preview.returned'), format.money(returnedCents)] as const,
              ]
            : []),
          [t('results.preview.return'), format.money(returnCents)],
          [t('results.preview.paid'), format.money(paidCents)],
          [t('results.preview.takenBack'), format.money(takenBackCents)],
          ...(late > 0
            ? [
                [
                  t('results.preview.late'),
                  `${format.number(late)} · ${format.money(lateStakeCents)}`,
                ] as const,
              ]
            : []),
        ]}
      />
      {items.length > 0 && (
        <table className="w-full border-collapse text-12 tabular-nums">
          <thead>
            <tr className="text-text-2">
              <th scope="col" className="h-32 text-start font-600">
                {t('bets.column.bet')}
              </th>
              <th scope="col" className="text-end font-600">
                {t('results.preview.before')}
              </th>
              <th scope="col" className="text-end font-600">
                {t('results.preview.after')}
              </th>
              <th scope="col" className="text-end font-600">
                {t('results.preview.difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.betId} className="border-t border-line">
                <th scope="row" className="h-32 text-start font-600">
                  {`#${item.betId}`}
                </th>
                <td className="text-end">{amount(item.returnedCents)}</td>
                <td className="text-end">{amount(item.returnCents)}</td>
                <td className="text-end font-600">
                  {format.money((item.returnCents ?? 0) - (item.returnedCents ?? 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed > items.length && (
        <p className="text-12 text-text-2">{t('results.preview.first', { count: items.length })}</p>
      )}
    </section>
  )
}
