import { useFormat } from './format/use-format.ts'
import { useText } from './text/text.ts'
import { useCountedShares } from './use-counted-shares.ts'

type Props = {
  /** One of the two sentences alone, where there is little room; the other stands a scroll or a step away. */
  only?: 'shares' | 'conditions'
}

/** Which stakes count for what is to be wagered, and how much of them: the same words wherever it matters. */
export function CountedShares({ only }: Props) {
  const t = useText()
  const { percent, price } = useFormat()
  const shares = useCountedShares()
  if (!shares) return null
  const { sportsBps, smallGamesBps, studiosBps, minPriceMilli, maxChanceBps } = shares
  const values = {
    sports: percent(sportsBps / 10_000, 2),
    games: percent(smallGamesBps / 10_000, 2),
    studios: percent(studiosBps / 10_000, 2),
  }
  return (
    <div className="grid gap-2 text-12 text-text-2">
      {only !== 'conditions' && <p className="font-600">{t('app.wagering.shares', values)}</p>}
      {only !== 'shares' && (
        <p>
          {t('app.wagering.conditions', {
            odds: price(minPriceMilli),
            chance: percent(maxChanceBps / 10_000, 2),
          })}
        </p>
      )}
    </div>
  )
}
