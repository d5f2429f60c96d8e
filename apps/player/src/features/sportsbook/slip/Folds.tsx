import { Chip } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { systemName } from '../bet-kind.ts'
import { chooseFolds } from '../slip-store.ts'
import { type CombinedBet, foldChoices, isSameFolds } from './combined-rules.ts'

/** Which combinations a system has: one size, or a full cover by its name, each with the number of its bets. */
export function Folds({ bet, disabled }: { bet: CombinedBet; disabled: boolean }) {
  const t = useText()
  const legs = bet.views.length
  return (
    <div role="group" aria-label={t('sportsbook.system.label')} className="flex flex-wrap gap-6">
      {foldChoices(legs).map(({ folds, combinations }) => (
        <Chip
          key={folds.join()}
          chosen={isSameFolds(folds, bet.folds)}
          disabled={disabled}
          onClick={() => chooseFolds(folds)}
          className="px-10"
        >
          {systemName(t, folds, legs)} · {t('sportsbook.system.count', { count: combinations })}
        </Chip>
      ))}
    </div>
  )
}
