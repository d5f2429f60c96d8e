import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { DecideForm } from './DecideForm.tsx'
import { useDecide } from './use-decide.ts'
import type { Review } from './words.ts'

type Props = { reviews: readonly Review[]; onDone: () => void }

/** Decides all marked withdrawals together, with their number and sum above the reason. */
export function DecideMarked({ reviews, onDone }: Props) {
  const t = useText()
  const format = useFormat()
  const { decide, isBusy } = useDecide(reviews, onDone)
  const sumCents = reviews.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <section
      aria-label={t('withdrawals.marked.label')}
      className="hairline mb-12 grid items-start gap-24 desk:grid-cols-[1fr_auto] rounded-14 bg-surface-1 p-16"
    >
      <div>
        <h2 className="text-16 font-700">{t('withdrawals.marked.title', { count: reviews.length })}</h2>
        <p className="text-13 text-text-2">{t('withdrawals.marked.sum', { sum: format.money(sumCents) })}</p>
      </div>
      <div className="w-400 max-w-full">
        <DecideForm isBusy={isBusy} onDecide={decide} />
      </div>
    </section>
  )
}
