import type { DiceBet } from '@palpite/games'
import { Icon } from '@palpite/ui'
import { useId, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'
import { typedNumber } from '../typed-number.ts'
import { termsOf, swapped, withChance, withMultiplier, withTarget } from './dice-bet.ts'

type Props = { bet: DiceBet; onBet: (bet: DiceBet) => void; disabled: boolean }

/** Multiplier, target and chance of the bet: three figures of one bet, each can be typed. */
export function DiceFields({ bet, onBet, disabled }: Props) {
  const t = useText()
  const { chance, multiplierE4 } = termsOf(bet)
  return (
    <div className="grid grid-cols-3 gap-8 roomy:grid-cols-1">
      <NumberField
        label={t('games.dice.multiplier')}
        unit="×"
        hundredths={Math.floor(multiplierE4 / 100)}
        onHundredths={(value) => onBet(withMultiplier(bet, value * 100))}
        disabled={disabled}
      />
      <div className="grid grid-rows-[1fr_auto]">
        <NumberField
          label={t(bet.side === 'over' ? 'games.dice.over' : 'games.dice.under')}
          hundredths={bet.targetHundredths}
          onHundredths={(value) => onBet(withTarget(bet, value))}
          disabled={disabled}
        />
        <button
          type="button"
          disabled={disabled}
          onClick={() => onBet(swapped(bet))}
          className="flex min-h-(--tap) cursor-pointer items-center justify-center gap-4 text-12 font-600 text-brand-text"
        >
          <Icon name="arrows-down-up" className="size-16 rotate-90" />
          {t('games.dice.swap')}
        </button>
      </div>
      <NumberField
        label={t('games.dice.chance')}
        unit="%"
        hundredths={Math.round(chance * 10_000)}
        onHundredths={(value) => onBet(withChance(bet, value))}
        disabled={disabled}
      />
    </div>
  )
}

type FieldProps = {
  label: string
  unit?: string
  hundredths: number
  onHundredths: (hundredths: number) => void
  disabled: boolean
}

/** A number with two decimals. While it is typed it stays as typed; it is taken when the field is left. */
function NumberField({ label, unit, hundredths, onHundredths, disabled }: FieldProps) {
  const id = useId()
  const show = useHundredths()
  const [typed, setTyped] = useState<string>()
  const take = () => {
    const value = typed === undefined ? undefined : typedNumber(typed)
    if (value !== undefined) onHundredths(value * 100)
    setTyped(undefined)
  }
  return (
    <div className="grid content-start gap-4">
      <label htmlFor={id} className="text-12 font-600 text-text-2">
        {label}
      </label>
      <span className="ring-input flex min-h-44 items-center rounded-11 bg-surface-2 px-10 focus-within:ring-brand">
        <input
          id={id}
          value={typed ?? show(hundredths)}
          inputMode="decimal"
          enterKeyHint="done"
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={take}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="w-full min-w-0 bg-transparent font-700 outline-none"
        />
        {unit !== undefined && (
          <span aria-hidden="true" className="text-13 text-text-2">
            {unit}
          </span>
        )}
      </span>
    </div>
  )
}
