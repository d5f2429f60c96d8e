import { cx, Icon } from '@palpite/ui'
import { useFormat } from './format/use-format.ts'
import { useText } from './text/text.ts'
import { useCountedShares } from './use-counted-shares.ts'

type Props = {
  /** One of the two sentences alone, where there is little room; the other stands a scroll or a step away. */
  only?: 'shares' | 'conditions'
  /** The conditions are a tap away, behind the shares: where they stand in full beside, or were told before. */
  isFolded?: boolean
  /** As large as the paragraphs of the document it is a part of. */
  inDocument?: boolean
}

/** Which stakes count for what is to be wagered, how much of them, and for how long: the same words wherever it matters. */
export function CountedShares({ only, isFolded = false, inDocument = false }: Props) {
  const t = useText()
  const { percent, price } = useFormat()
  const shares = useCountedShares()
  if (!shares) return null
  const { sportsBps, smallGamesBps, studiosBps, minPriceMilli, maxChanceBps, bonusDays } = shares
  const values = {
    sports: percent(sportsBps / 10_000, 2),
    games: percent(smallGamesBps / 10_000, 2),
    studios: percent(studiosBps / 10_000, 2),
  }
  const odds = { odds: price(minPriceMilli), chance: percent(maxChanceBps / 10_000, 2) }
  const conditions = `${t('app.wagering.conditions', odds)} ${t('app.wagering.days', { days: bonusDays })}`
  if (isFolded) {
    return (
      <details className="group text-12 text-text-2">
        <summary className="flex finger-44 cursor-pointer list-none items-center gap-8 rounded-8 font-600 hover:underline">
          <span className="min-w-0 flex-1">{t('app.wagering.shares', values)}</span>
          <Icon name="caret-down-bold" className="size-14 shrink-0 group-open:rotate-180" />
        </summary>
        <p className="pt-2">{conditions}</p>
      </details>
    )
  }
  return (
    <div className={cx('grid gap-2 text-text-2', inDocument ? 'text-14' : 'text-12')}>
      {only !== 'conditions' && <p className="font-600">{t('app.wagering.shares', values)}</p>}
      {only !== 'shares' && <p>{conditions}</p>}
    </div>
  )
}
