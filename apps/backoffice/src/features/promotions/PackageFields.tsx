import { Button, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { centsOf, typedCents } from '../../shared/amounts.ts'
import { useText } from '../../shared/text.ts'
import { packagesOf, type Rule, type TypedPackage } from './promotion.ts'

type Props = {
  inForce: readonly Rule[]
  /** The typed packages, by price; undefined while one of them is invalid. */
  onRules: (rules: readonly Rule[] | undefined) => void
}

const fields = [
  ['price', 'promotions.place.packages'],
  ['first', 'promotions.package.first'],
  ['later', 'promotions.package.later'],
] as const

/** Form fields of the packages for sale: price, gift of a first top-up and gift of later ones. */
export function PackageFields({ inForce, onRules }: Props) {
  const t = useText()
  const [typed, setTyped] = useState<readonly TypedPackage[]>(() =>
    inForce.map(({ place, goal, first = 0, amount }) => ({
      key: place,
      price: typedCents(goal, ','),
      first: typedCents(first, ','),
      later: typedCents(amount, ','),
    })),
  )
  const change = (next: readonly TypedPackage[]) => {
    setTyped(next)
    onRules(packagesOf(next))
  }
  const nextKey = 1 + Math.max(0, ...typed.map(({ key }) => key))
  return (
    <div className="grid gap-8">
      <table className="w-full border-collapse text-12">
        <thead>
          <tr className="text-text-2">
            {fields.map(([field, name]) => (
              <th key={field} scope="col" className="pe-6 pb-4 text-start font-600">
                {t(name)}
              </th>
            ))}
            <th scope="col" className="sr-only">
              {t('promotions.package.removeShort')}
            </th>
          </tr>
        </thead>
        <tbody>
          {typed.map((one) => (
            <tr key={one.key}>
              {fields.map(([field, name]) => (
                <td key={field} className="pe-6 pb-6">
                  <TextInput
                    size="s"
                    inputMode="decimal"
                    aria-label={t('promotions.package.field', { field: t(name), price: one.price })}
                    value={one[field]}
                    aria-invalid={centsOf(one[field]) === undefined || undefined}
                    onChange={({ target }) =>
                      change(
                        typed.map((other) =>
                          other.key === one.key ? { ...other, [field]: target.value } : other,
                        ),
                      )
                    }
                  />
                </td>
              ))}
              <td className="pb-6">
                <Button
                  kind="secondary"
                  size="s"
                  aria-label={t('promotions.package.remove', { price: one.price })}
                  onClick={() => change(typed.filter(({ key }) => key !== one.key))}
                >
                  {t('promotions.package.removeShort')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        kind="secondary"
        size="s"
        onClick={() => change([...typed, { key: nextKey, price: '', first: '0,00', later: '0,00' }])}
      >
        {t('promotions.package.add')}
      </Button>
      <p className="text-12 text-text-2">{t('promotions.package.note')}</p>
    </div>
  )
}
