import { Chip } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { NumberField } from '../shell/NumberField.tsx'
import { chanceOf, quickTargets, targetBounds, withinTargets } from './limbo-bet.ts'

type Props = { target: number; onTarget: (hundredths: number) => void; disabled: boolean }

/** Chances below a hundredth of a percent need more than two decimals. */
const placesOf = (chance: number) => (chance < 0.001 ? 6 : 2)

/** The target multiplier, typed or tapped, and its chance. */
export function LimboTarget({ target, onTarget, disabled }: Props) {
  const t = useText()
  const { percent } = useFormat()
  const hundredths = useHundredths()
  const [wasMoved, setWasMoved] = useState(false)
  const chance = chanceOf(target)
  const applyTarget = (wanted: number) => {
    setWasMoved(wanted < targetBounds.min || wanted > targetBounds.max)
    onTarget(withinTargets(wanted))
  }
  return (
    <div className="grid gap-8">
      <div className="grid grid-cols-[1fr_auto] items-end gap-12 roomy:grid-cols-1">
        <NumberField
          label={t('games.limbo.target')}
          unit="×"
          hundredths={target}
          onHundredths={applyTarget}
          disabled={disabled}
        />
        <p className="grid min-h-44 content-center text-14 font-700">
          <span className="text-12 font-600 text-text-2">{t('games.limbo.chance')}</span>
          {percent(chance, placesOf(chance))}
        </p>
      </div>
      <div role="group" aria-label={t('games.limbo.quick')} className="flex flex-wrap gap-6 wide:gap-4">
        {quickTargets.map((quick) => (
          <Chip
            key={quick}
            chosen={quick === target}
            disabled={disabled}
            onClick={() => applyTarget(quick)}
            className="min-w-(--tap) wide:min-w-0 wide:px-6"
          >
            {quick % 100 === 0 ? quick / 100 : hundredths(quick)}×
          </Chip>
        ))}
      </div>
      <p role="status" className="text-12 text-warn">
        {wasMoved &&
          t('games.limbo.targetBounds', {
            min: hundredths(targetBounds.min),
            max: hundredths(targetBounds.max),
          })}
      </p>
    </div>
  )
}
