import { useDeferredValue, useMemo } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { mostLostCents } from './auto-plan.ts'
import { chanceOfRuin } from './chance-of-ruin.ts'
import type { Auto } from './use-auto.ts'

/** Smaller chances are shown as "below one in ten thousand". */
const minShownChance = 0.0001

/** The maximum cost of the plan and its probability, shown before it starts. */
export function AutoSummary({ auto: { plan, problem, odds, askText, isStakeGood, stake } }: { auto: Auto }) {
  const t = useText()
  const format = useFormat()
  const { balanceCents } = stake
  const asked = useDeferredValue(JSON.stringify({ plan, odds, balanceCents }))
  const isReady = problem === undefined && isStakeGood && odds !== undefined
  const chance = useMemo(() => {
    if (!isReady) return undefined
    const of = JSON.parse(asked) as { plan: typeof plan; odds: typeof odds; balanceCents: number }
    return of.odds && chanceOfRuin(of.plan, of.odds, of.balanceCents)
  }, [asked, isReady])
  const ruinWords = (of: number): string =>
    of === 0
      ? t('games.auto.ruinNone')
      : of < minShownChance
        ? t('games.auto.ruinBelow', { chance: format.percent(minShownChance, 2) })
        : t('games.auto.ruin', { chance: format.percent(of, of < 0.01 ? 2 : 1) })
  return (
    <div role="status" className="grid gap-4 rounded-14 bg-surface-2 p-12 text-13 text-text-2">
      {isReady ? (
        <>
          <p className="font-600 text-text">
            {t('games.auto.most', {
              rounds: plan.rounds,
              amount: format.money(mostLostCents(plan, balanceCents)),
            })}
          </p>
          {chance !== undefined && <p>{ruinWords(chance)}</p>}
        </>
      ) : (
        <p>
          {odds === undefined
            ? t(askText)
            : problem === 'stopLossMissing'
              ? t('games.auto.stopLossMissing')
              : problem === 'stopLossBelowStake'
                ? t('games.auto.stopLossBelowStake')
                : t('games.auto.stakeFirst')}
        </p>
      )}
      <p className="text-12">{t('games.auto.ends')}</p>
    </div>
  )
}
