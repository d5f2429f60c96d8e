import { StickyAction } from '../StickyAction.tsx'
import { Button, Field, IconButton, TextInput } from '@palpite/ui'
import { type FormEvent, useId, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { isPossibleKey, keyProblem, networkOf, shownKey } from './payout-key.ts'
import type { PayoutDetails } from './use-withdraw.ts'
import type { Method } from './withdraw-rules.ts'

type Props = {
  method: Method
  details: PayoutDetails | undefined
  /** The player's own name, filled in at first. */
  holder: string
  onSave: (details: PayoutDetails) => void
  onBack: () => void
}

/** Where a withdrawal goes: the key, whose it is, and a number to be called at. */
export function DetailsForm({ method, details, holder, onSave, onBack }: Props) {
  const t = useText()
  const [name, setName] = useState(details?.name ?? holder)
  const [key, setKey] = useState(shownKey(method, details?.payCardNo ?? ''))
  const [whatsapp, setWhatsapp] = useState(details?.whatsapp ?? '')
  const [isTried, setIsTried] = useState(false)
  const isPix = method !== 'USDT'
  const isWrong = !isPossibleKey(method, key)
  const lacksName = isPix && name.trim() === ''
  const problemOf = (problem: TextKey | undefined) => (problem ? t(problem, { method }) : '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isPix && key === '') return void alert({ text: t('wallet.details.addressMissing'), kind: 'warn' })
    if (!isWrong && !lacksName) onSave({ payCardNo: key, name: name.trim(), whatsapp })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <div className="flex items-center gap-4">
        <IconButton icon="caret-left-bold" label={t('app.back.label')} className="-ms-8" onClick={onBack} />
        <h2 className="text-16 font-700">{t('wallet.details.title', { method })}</h2>
      </div>
      {isPix && (
        <Field
          label={t('wallet.details.holder')}
          // Required, with an empty message (SPEC §5).
          error={isTried && lacksName ? '' : undefined}
        >
          <TextInput
            autoComplete="name"
            required
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      )}
      {isPix ? (
        <Field
          label={method}
          error={isTried && isWrong ? problemOf(key === '' ? undefined : keyProblem(method, key)) : undefined}
          hint={t('wallet.details.pixHint')}
        >
          <TextInput
            autoComplete="off"
            required
            spellCheck={false}
            // A CNPJ may have letters since July 2026.
            inputMode={method === 'CPF' ? 'numeric' : 'text'}
            autoCapitalize="characters"
            value={key}
            onChange={(event) => setKey(shownKey(method, event.target.value))}
          />
        </Field>
      ) : (
        <AddressField
          address={key}
          onAddress={setKey}
          network={networkOf(method, key)}
          problem={
            isTried && isWrong ? problemOf(key === '' ? undefined : keyProblem(method, key)) : undefined
          }
        />
      )}
      <Field label={t('wallet.details.whatsapp')} hint={t('wallet.details.whatsappHint')}>
        <TextInput
          type="tel"
          autoComplete="tel"
          maxLength={24}
          value={whatsapp}
          onChange={(event) => setWhatsapp(event.target.value)}
        />
      </Field>
      <StickyAction>
        <Button block submit>
          {t('wallet.details.save')}
        </Button>
      </StickyAction>
    </form>
  )
}

type AddressProps = {
  address: string
  onAddress: (address: string) => void
  network: string | undefined
  problem: string | undefined
}

/** The address, as free text, and the network that it turns out to be of. */
function AddressField({ address, onAddress, network, problem }: AddressProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="grid gap-6">
      <label htmlFor={id} className="text-13 font-600 text-text-2">
        {t('wallet.details.address')}
      </label>
      <textarea
        id={id}
        rows={3}
        required
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={address}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={`${id}note`}
        onChange={(event) => onAddress(event.target.value)}
        className="ring-input min-h-88 rounded-14 bg-surface-2 p-14 font-500 break-all outline-none focus:ring-brand aria-invalid:ring-loss"
      />
      {problem !== undefined && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem}
        </p>
      )}
      <p role="status" className="text-13 font-600 text-win empty:hidden">
        {network !== undefined && t('wallet.details.network', { network })}
      </p>
      <p id={`${id}note`} className="text-12 text-text-3">
        {t('wallet.details.addressHint')}
      </p>
    </div>
  )
}
