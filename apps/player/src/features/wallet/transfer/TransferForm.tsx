import { Button, entryCents, Field, IconButton, type MoneyEntry, MoneyInput, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { StickyAction } from '../StickyAction.tsx'
import { useTransfer } from './use-transfer.ts'

type Props = { limits: { min: number; dayMax: number }; onBack: () => void }

/** A transfer to another player: amount, recipient and password. */
export function TransferForm({ limits: { min, dayMax }, onBack }: Props) {
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const [entry, setEntry] = useState<MoneyEntry>('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const transferring = useTransfer(onBack)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const missing = missingOf({ amountCents: entryCents(entry), user, password })
    if (missing) return void alert({ text: t(missing), kind: 'warn' })
    transferring.mutate({ amountCents: entryCents(entry), user: user.trim(), password })
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <div className="flex items-center gap-4">
        <IconButton icon="caret-left-bold" label={t('app.back.label')} className="-ms-8" onClick={onBack} />
        <h2 className="text-16 font-700">{t('wallet.transfer.title')}</h2>
      </div>
      <MoneyInput
        label={t('wallet.transfer.amount')}
        entry={entry}
        onEntry={setEntry}
        symbol={t('wallet.money.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
        placeholder={t('wallet.transfer.amount')}
      />
      <Field label={t('wallet.transfer.user')} hint={t('wallet.transfer.userHint')}>
        <TextInput
          name="user"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={user}
          onChange={(event) => setUser(event.target.value)}
        />
      </Field>
      <PasswordField label={t('wallet.verify.password')} value={password} onValue={setPassword} />
      <p className="text-12 text-text-3">
        {t('wallet.transfer.bounds', {
          min: format.money(centsOf(min)),
          max: format.money(centsOf(dayMax)),
        })}
      </p>
      <StickyAction>
        <Button block submit busy={transferring.isPending}>
          {t('wallet.transfer.submit')}
        </Button>
      </StickyAction>
    </form>
  )
}

/** The first missing input. */
export const missingOf = (typed: { amountCents: number; user: string; password: string }) => {
  if (typed.amountCents === 0) return 'wallet.transfer.enterAmount'
  if (typed.user.trim() === '') return 'wallet.transfer.enterUser'
  return typed.password === '' ? 'wallet.transfer.enterPassword' : undefined
}
