import { Chip } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { systemName } from '../bet-kind.ts'
import { chooseFolds } from '../slip-choices.ts'
import type { CombinedBet } from './combined-rules.ts'
import { foldChoices, isSameFolds } from './fold-choices.ts'

/** A system's combinations: one size, or a full cover by name, with the number of bets. */
export function Folds({ bet, disabled }: { bet: CombinedBet; disabled: boolean }) {
  const t = useText()
  const bankers = bet.bankers.size
  const freeLegs = bet.views.length - bankers
  return (
    <div role="group" aria-label={t('sportsbook.system.label')} className="flex flex-wrap gap-6">
      {foldChoices(freeLegs, bankers > 0).map(({ folds, combinations }) => (
        <Chip
          key={folds.join()}
          chosen={isSameFolds(folds, bet.folds)}
          disabled={disabled}
          onClick={() => chooseFolds(folds)}
          className="px-10"
        >
          {systemName(t, folds, freeLegs)} · {t('sportsbook.system.count', { count: combinations })}
        </Chip>
      ))}
      <p className="basis-full px-4 text-12 text-text-2">{t('sportsbook.system.bankerHow')}</p>
    </div>
  )
}
