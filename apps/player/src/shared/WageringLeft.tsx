import { useFormat } from './format/use-format.ts'
import { useText } from './text/text.ts'
import { stakedFor, useWagering } from './use-counted-shares.ts'
import { CountedShares } from './CountedShares.tsx'

type Props = {
  /** The product whose share applies; null if it does not count. */
  share: 'smallGamesBps' | 'studiosBps' | null
  /** The chosen win chance, or the chance at which an open round would be cashed out, from 0 to 1. */
  chance?: number | undefined
}

/**
 * What is left to wager, in money of the current game; hidden when nothing is left. A round that does not count says so instead,
 * in the same space. `data-wagering` is the number of amounts shown, so that a board can leave space for them.
 */
export function WageringLeft({ share, chance = 0 }: Props) {
  const t = useText()
  const { money, percent } = useFormat()
  const wagering = useWagering()
  if (!wagering) return null
  const { ownLeftCents, bonusLeftCents, isBonusAfter } = wagering
  if (ownLeftCents === 0 && bonusLeftCents === 0) return null
  const shareBps = share === null ? 0 : wagering[share]
  const max = wagering.maxChanceBps / 10_000
  const own = stakedFor(ownLeftCents, shareBps)
  const bonus = stakedFor(bonusLeftCents + (isBonusAfter ? ownLeftCents : 0), shareBps)
  const lines = ownLeftCents > 0 && bonusLeftCents > 0 ? 2 : 1
  const isTooGood = own !== undefined && chance > max
  return (
    <section data-wagering={lines} className="grid gap-2 hairline rounded-14 bg-surface-2 px-10 py-6 text-12">
      {isTooGood ? (
        <p className="font-600 text-warn">
          {t('app.wagering.chance', { chance: percent(chance, 2), max: percent(max, 2) })}
        </p>
      ) : (
        <>
          {own === undefined && <p>{t('app.wagering.none')}</p>}
          {own !== undefined && own > 0 && <p>{t('app.wagering.own', { left: money(own) })}</p>}
          {bonus !== undefined && bonusLeftCents > 0 && (
            <p>{t('app.wagering.bonus', { left: money(bonus) })}</p>
          )}
          <CountedShares only="shares" isSmall />
        </>
      )}
    </section>
  )
}
