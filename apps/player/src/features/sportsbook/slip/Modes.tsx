import { Segmented } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { chooseMode } from '../slip-choices.ts'
import type { SlipMode } from '../slip-store.ts'
import { oddsTogether } from './combined-rules.ts'
import { useSlipMode } from './use-combined-bet.ts'
import type { LegView } from './slip-rules.ts'

/** The betting mode; a system needs three or more selections. */
export function Modes({ views, disabled }: { views: readonly LegView[]; disabled: boolean }) {
  const t = useText()
  const { price } = useFormat()
  const legs = views.length
  const odds = oddsTogether(views)
  const options = [
    { value: 'singles' as const, label: t('sportsbook.slip.singles') },
    {
      value: 'parlay' as const,
      label: (
        // Stacked in a narrow column.
        <span className="flex flex-wrap justify-center gap-x-5 leading-tight">
          {t('sportsbook.slip.parlay')}
          {/* Repeated above the stake. */}
          {odds !== undefined && (
            <span aria-hidden="true" className="text-brand-text roomy:hidden">
              {price(odds)}
            </span>
          )}
        </span>
      ),
    },
    ...(legs > 2 ? [{ value: 'system' as const, label: t('sportsbook.slip.system') }] : []),
  ]
  return (
    <Segmented<SlipMode>
      label={t('sportsbook.slip.mode')}
      options={options}
      value={useSlipMode()}
      onChange={(chosen) => {
        if (!disabled) chooseMode(chosen)
      }}
    />
  )
}
