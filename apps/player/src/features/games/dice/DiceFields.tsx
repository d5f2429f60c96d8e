import { diceChance, type DiceBet } from '@palpite/games'
import { Icon } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { NumberField } from '../shell/NumberField.tsx'
import {
  chanceAt,
  chanceBounds,
  isChanceOffered,
  swapped,
  termsOf,
  withChance,
  withMultiplier,
  withTarget,
} from './dice-bet.ts'

type Props = { bet: DiceBet; onBet: (bet: DiceBet) => void; disabled: boolean }

/** Multiplier, target and chance: three linked, editable values of one bet. */
export function DiceFields({ bet, onBet, disabled }: Props) {
  const t = useText()
  const { percent } = useFormat()
  const { chance, multiplierE4 } = termsOf(bet)
  const [wasMoved, setWasMoved] = useState(false)
  const applyBet = (next: DiceBet, wantedChance: number) => {
    setWasMoved(!isChanceOffered(wantedChance))
    onBet(next)
  }
  return (
    <div className="grid gap-8">
      <div className="grid grid-cols-3 gap-8 roomy:grid-cols-1">
        <NumberField
          label={t('games.dice.multiplier')}
          unit="×"
          hundredths={Math.floor(multiplierE4 / 100)}
          onHundredths={(value) => applyBet(withMultiplier(bet, value * 100), chanceAt(value * 100))}
          disabled={disabled}
        />
        <div className="grid grid-rows-[1fr_auto]">
          <NumberField
            label={t(bet.side === 'over' ? 'games.dice.over' : 'games.dice.under')}
            hundredths={bet.targetHundredths}
            onHundredths={(value) =>
              applyBet(withTarget(bet, value), diceChance({ ...bet, targetHundredths: value }))
            }
            disabled={disabled}
          />
          <button
            type="button"
            disabled={disabled}
            onClick={() => onBet(swapped(bet))}
            className="flex min-h-(--tap) cursor-pointer items-center justify-center gap-4 text-12 font-600 text-brand-text hover:underline"
          >
            <Icon name="arrows-down-up" className="size-16 rotate-90" />
            {t('games.dice.swap')}
          </button>
        </div>
        <NumberField
          label={t('games.dice.chance')}
          unit="%"
          hundredths={Math.round(chance * 10_000)}
          onHundredths={(value) => applyBet(withChance(bet, value), value)}
          disabled={disabled}
        />
      </div>
      <p role="status" className="text-12 text-warn">
        {wasMoved &&
          t('games.dice.chanceBounds', {
            min: percent(chanceBounds.min, 2),
            max: percent(chanceBounds.max, 2),
          })}
      </p>
    </div>
  )
}
