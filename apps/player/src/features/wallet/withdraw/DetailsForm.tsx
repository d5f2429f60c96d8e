import { StickyAction } from '../StickyAction.tsx'
import { Button, Field, IconButton, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { AddressField } from './AddressField.tsx'
import { KeyCodeFields } from './KeyCodeFields.tsx'
import { bareKey, isPossibleKey, keyProblem, lacksCheck, shownKey } from './payout-key.ts'
import { useKeyCode } from './use-key-code.ts'
import type { PayoutDetails } from './use-withdraw.ts'
import type { Method } from './withdraw-rules.ts'

type Props = {
  method: Method
  details: PayoutDetails | undefined
  /** The player's name, prefilled. */
  holder: string
  /** The player's e-mail, where the code for a new key is sent. */
  email: string
  onSave: (details: PayoutDetails) => void
  onBack: () => void
}

/** Where a withdrawal goes: the key, for PIX with holder and phone; a new key is confirmed by a mailed code. */
export function DetailsForm({ method, details, holder, email, onSave, onBack }: Props) {
  const t = useText()
  const [name, setName] = useState(details?.name ?? holder)
  const [key, setKey] = useState(shownKey(method, details?.payCardNo ?? ''))
  const [whatsapp, setWhatsapp] = useState(details?.whatsapp ?? '')
  const [isTried, setIsTried] = useState(false)
  const [compared, setCompared] = useState('')
  const isPix = method !== 'USDT'
  const isWrong = !isPossibleKey(method, key)
  const lacksName = isPix && name.trim() === ''
  // The comparison applies to that address: a changed one must be compared again.
  const isUncompared = lacksCheck(method, key) && compared !== key
  const keyCode = useKeyCode(method, key, () =>
    onSave({
      payCardNo: isPix ? key : bareKey(method, key),
      name: name.trim(),
      whatsapp: isPix ? whatsapp : '',
    }),
  )
  const problemOf = (problem: TextKey | undefined) => (problem ? t(problem, { method }) : '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isPix && key === '') return void alert({ text: t('wallet.details.addressMissing'), kind: 'warn' })
    if (isWrong || lacksName || isUncompared) return
    keyCode.confirm()
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
          label={t('wallet.withdraw.key', { method })}
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
          problem={
            isTried && isWrong ? problemOf(key === '' ? undefined : keyProblem(method, key)) : undefined
          }
          onCompared={setCompared}
          isUncompared={isUncompared}
          isTried={isTried}
        />
      )}
      {isPix && (
        <Field label={t('wallet.details.whatsapp')} hint={t('wallet.details.whatsappHint')}>
          <TextInput
            type="tel"
            autoComplete="tel"
            maxLength={24}
            value={whatsapp}
            onChange={(event) => setWhatsapp(event.target.value)}
          />
        </Field>
      )}
      {keyCode.isAsked ? (
        <KeyCodeFields email={email} keyCode={keyCode} />
      ) : (
        keyCode.problem && (
          <p role="alert" className="text-12 font-500 text-loss">
            {keyCode.problem}
          </p>
        )
      )}
      <StickyAction>
        <Button block submit busy={keyCode.isBusy}>
          {t('wallet.details.save')}
        </Button>
      </StickyAction>
    </form>
  )
}
