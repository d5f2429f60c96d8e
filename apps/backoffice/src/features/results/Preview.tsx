import { Skeleton } from '@palpite/ui'
import { useAsked } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { resultsOf } from './parts.ts'

type Props = { marketId: number; results: NonNullable<ReturnType<typeof resultsOf>> }

/** What settling the market as it is chosen would pay, before anything is said. */
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
  const { bets, changed, corrected, stakeCents, returnCents, returnedCents, isMore } = asked.data
  return (
    <Facts
      title={t('results.preview.title')}
      facts={[
        [
          t('results.preview.changed'),
          `${format.number(changed)} / ${format.number(bets)}${isMore ? '+' : ''}`,
        ],
        [t('results.preview.stake'), format.money(stakeCents)],
        [t('results.preview.return'), format.money(returnCents)],
        ...(corrected > 0
          ? [
              [t('results.preview.corrected'), format.number(corrected)] as const,
              [t('results.preview.returned'), format.money(returnedCents)] as const,
            ]
          : []),
      ]}
    />
  )
}
