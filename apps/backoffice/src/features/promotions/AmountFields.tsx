import { TextInput } from '@palpite/ui'
import { useState } from 'react'
import { bpsOf, centsOf, typedBps, typedCents } from '../../shared/amounts.ts'
import { useText } from '../../shared/text.ts'
import { isShare, type Kind, type Rule } from './promotion.ts'
import { usePlaceWords } from './rule-words.ts'

type Props = {
  kind: Kind
  inForce: readonly Rule[]
  /** The typed rules; undefined while an amount is invalid. */
  onRules: (rules: readonly Rule[] | undefined) => void
}

/** Form fields for the amount of each place, starting with today's; places and goals cannot be changed. */
export function AmountFields({ kind, inForce, onRules }: Props) {
  const t = useText()
  const placeOf = usePlaceWords(kind)
  const areShares = isShare(kind)
  const [typed, setTyped] = useState(() =>
    inForce.map(({ amount }) => (areShares ? typedBps(amount, ',') : typedCents(amount, ','))),
  )
  const read = areShares ? bpsOf : centsOf
  const type = (at: number, words: string) => {
    const next = typed.with(at, words)
    setTyped(next)
    const rules = inForce.flatMap((rule, place) => {
      const amount = read(next[place] ?? '')
      return amount === undefined ? [] : [{ ...rule, amount }]
    })
    onRules(rules.length === inForce.length ? rules : undefined)
  }
  return (
    <div className="grid grid-cols-2 gap-x-8 gap-y-10">
      {inForce.map((rule, at) => (
        <label key={rule.place} className="grid gap-4 text-12 font-600 text-text-2">
          {placeOf(rule)}
          <TextInput
            size="s"
            inputMode="decimal"
            value={typed[at] ?? ''}
            aria-invalid={read(typed[at] ?? '') === undefined || undefined}
            {...(areShares ? { after: '%' } : { before: t('settings.unit.money') })}
            onChange={({ target }) => type(at, target.value)}
          />
        </label>
      ))}
    </div>
  )
}
