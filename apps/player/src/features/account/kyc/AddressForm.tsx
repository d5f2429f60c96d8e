import { brazilianStates, type Calls, genders } from '@palpite/contract'
import { Button, Field, FormAction, TextInput } from '@palpite/ui'
import { type KeyboardEvent, useId } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { toast } from '../../../shared/toasts.ts'

type Address = Calls['POST /api/app/user/address']['body']
type Known = Calls['GET /api/app/user/address']['data']
type Line = Exclude<keyof Address, 'state' | 'gender'>

const lines: readonly { name: Line; text: TextKey; autoComplete: string; max: number }[] = [
  { name: 'postalCode', text: 'account.address.postalCode', autoComplete: 'postal-code', max: 9 },
  { name: 'street', text: 'account.address.street', autoComplete: 'address-line1', max: 120 },
  { name: 'number', text: 'account.address.number', autoComplete: 'off', max: 20 },
  { name: 'complement', text: 'account.address.complement', autoComplete: 'address-line2', max: 60 },
  { name: 'district', text: 'account.address.district', autoComplete: 'address-level3', max: 80 },
  { name: 'city', text: 'account.address.city', autoComplete: 'address-level2', max: 80 },
]

/** The player's address: given once, changed when they move. */
export function AddressForm({ onSaved }: { onSaved?: () => void }) {
  const known = useCall('GET /api/app/user/address', {})
  return (
    <Loaded query={known} skeleton={['h-64', 'h-64', 'h-64']} gap="gap-14">
      {(address) => <Fields known={address} onSaved={onSaved} />}
    </Loaded>
  )
}

/** Formats a CEP while typing. */
const masked = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 8)
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

const empty: Address = {
  postalCode: '',
  street: '',
  number: '',
  complement: '',
  district: '',
  city: '',
  state: 'SP',
  gender: undefined,
}

const genderNames = {
  female: 'account.address.female',
  male: 'account.address.male',
  other: 'account.address.other',
  undisclosed: 'account.address.undisclosed',
} as const

const knownAddress = (known: Known): Address => {
  if (!known) return empty
  const state = brazilianStates.find((one) => one === known.state) ?? empty.state
  return { ...known, state, gender: known.gender ?? undefined, postalCode: masked(known.postalCode) }
}

function Fields({ known, onSaved }: { known: Known; onSaved: (() => void) | undefined }) {
  const t = useText()
  const stateId = useId()
  const genderId = useId()
  const [typed, setTyped] = useDraft('address', () => knownAddress(known))
  const saving = useCommand({
    mutationFn: () => api('POST /api/app/user/address', { body: typed, inline: true }),
    onSuccess: async () => {
      toast(t('account.address.saved'), { icon: 'check-circle-fill' })
      await refreshCalls('GET /api/app/user/address', 'GET /api/app/documents/check')
      onSaved?.()
    },
  })
  const isComplete =
    typed.gender !== undefined &&
    lines.every(({ name }) => name === 'complement' || typed[name].trim() !== '')
  /** The fields are inside the sheet's form: Enter submits them, not the sheet. */
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isComplete && !saving.isPending) saving.mutate()
  }
  return (
    <section className="grid gap-12">
      <h3 className="text-16 font-700">{t('account.address.title')}</h3>
      <p className="text-14 text-text-2">{t('account.address.why')}</p>
      {lines.map(({ name, text, autoComplete, max }) => (
        <Field key={name} label={t(text)}>
          <TextInput
            name={name}
            autoComplete={autoComplete}
            maxLength={max}
            inputMode={name === 'postalCode' ? 'numeric' : 'text'}
            value={typed[name]}
            onKeyDown={onKey}
            onChange={({ target: { value } }) =>
              setTyped({ ...typed, [name]: name === 'postalCode' ? masked(value) : value })
            }
          />
        </Field>
      ))}
      <div className="grid gap-6">
        <label htmlFor={stateId} className="text-14 font-600">
          {t('account.address.state')}
        </label>
        <select
          id={stateId}
          name="state"
          value={typed.state}
          onChange={({ target: { value } }) => {
            const state = brazilianStates.find((one) => one === value)
            if (state) setTyped({ ...typed, state })
          }}
          className="ring-input min-h-48 rounded-14 bg-surface-1 px-12 text-16"
        >
          {brazilianStates.map((state) => (
            <option key={state} value={state}>
              {state}
            </option>
          ))}
        </select>
      </div>
      <div className="grid gap-6">
        <label htmlFor={genderId} className="text-14 font-600">
          {t('account.address.gender')}
        </label>
        <select
          id={genderId}
          name="gender"
          value={typed.gender ?? ''}
          onChange={({ target: { value } }) =>
            setTyped({ ...typed, gender: genders.find((one) => one === value) })
          }
          className="ring-input min-h-48 rounded-14 bg-surface-1 px-12 text-16"
        >
          <option value="" disabled>
            {t('account.exposure.choose')}
          </option>
          {genders.map((gender) => (
            <option key={gender} value={gender}>
              {t(genderNames[gender])}
            </option>
          ))}
        </select>
      </div>
      <p role="status" className="text-13 text-text-2 empty:hidden">
        {saving.isError && (serverMessageOf(saving.error) || t('app.connection.slow'))}
      </p>
      <FormAction>
        <Button block busy={saving.isPending} disabled={!isComplete} onClick={() => saving.mutate()}>
          {t('account.address.save')}
        </Button>
      </FormAction>
    </section>
  )
}
