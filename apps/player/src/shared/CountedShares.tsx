import { cx, Icon } from '@palpite/ui'
import { useFormat } from './format/use-format.ts'
import { useText } from './text/text.ts'
import { useCountedShares } from './use-counted-shares.ts'

type Props = {
  /** Shows only one of the two sentences, for narrow places where the other one is nearby. */
  only?: 'shares' | 'conditions'
  /** Folds the conditions behind the shares, where they are shown in full elsewhere. */
  isFolded?: boolean
  /** Uses the text size of the surrounding document. */
  inDocument?: boolean
  /** In the smallest letters: beside a board, where one more line would push the bet out of sight. */
  isSmall?: boolean
}

/** Which stakes count towards wagering, how much of them, and for how long: the same words on every screen. */
export function CountedShares({ only, isFolded = false, inDocument = false, isSmall = false }: Props) {
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
    <div className={cx('grid gap-2 text-text-2', inDocument ? 'text-14' : isSmall ? 'text-11' : 'text-12')}>
      {only !== 'conditions' && <p className="font-600">{t('app.wagering.shares', values)}</p>}
      {only !== 'shares' && <p>{conditions}</p>}
    </div>
  )
}
