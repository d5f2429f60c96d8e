import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useAddress } from './address.ts'
import { centsOf } from './amounts.ts'
import { type TextKey, useText } from './text.ts'

export type SearchField = {
  /** Its name in the address. */
  name: string
  label: TextKey
  kind: 'text' | 'day' | 'money'
}

/** Search fields of a list: applied values are in the address. */
export function SearchFilters({ fields }: { fields: readonly SearchField[] }) {
  const t = useText()
  const address = useAddress()
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, address.get(name)])),
  )
  const apply = (event: FormEvent) => {
    event.preventDefault()
    address.set({ ...values, aberto: '' })
  }
  return (
    <form onSubmit={apply} className="contents">
      {fields.map(({ name, label, kind }) => (
        <label key={name} className="grid gap-4 text-12 font-600 text-text-2">
          {t(label)}
          <TextInput
            size="s"
            type={kind === 'day' ? 'date' : 'text'}
            inputMode={kind === 'money' ? 'decimal' : undefined}
            value={values[name] ?? ''}
            onChange={({ target }) => setValues({ ...values, [name]: target.value.trim().replace(/^#/, '') })}
            className={kind === 'money' ? 'w-80' : kind === 'day' ? 'w-140' : 'w-112'}
          />
        </label>
      ))}
      <Button submit kind="secondary" size="s" className="min-h-36">
        {t('list.filter.apply')}
      </Button>
    </form>
  )
}

/** The house's time zone: Brazil has no daylight saving. */
const OFFSET = '-03:00'
const DAY_MS = 86_400_000

/** A day of the address as its start, or the moment after its end; undefined if invalid. */
export function momentOf(day: string, end: 'begins' | 'is over'): string | undefined {
  const at = Date.parse(`${day}T00:00:00${OFFSET}`)
  if (Number.isNaN(at)) return undefined
  return new Date(end === 'begins' ? at : at + DAY_MS).toISOString()
}

/** An amount of the address in whole cents; undefined if invalid. */
export const centsParam = (typed: string): string | undefined => centsOf(typed)?.toString()
