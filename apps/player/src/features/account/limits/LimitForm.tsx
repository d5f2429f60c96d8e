import { Button, entryCents, entryOfCents, MoneyInput, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import type { Limit } from '../../../shared/limits.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { whenItHolds } from './limit-change.ts'
import { isMoney } from './limit-texts.ts'

const notes: Record<ReturnType<typeof whenItHolds>, TextKey> = {
  same: 'protection.limit.rule',
  now: 'protection.limit.holdsNow',
  later: 'protection.limit.holdsLater',
}

type Props = {
  limit: Limit
  /** What is bounded, for how long. */
  name: string
  onDone: () => void
}

/** Sets one limit, and says beforehand when it will hold. */
export function LimitForm({ limit: { kind, period, amount: present }, name, onDone }: Props) {
  const t = useText()
  const decimalMark = useDecimalMark()
  const ofMoney = isMoney(kind)
  const [entry, setEntry] = useState(
    present === null ? '' : ofMoney ? entryOfCents(present) : String(present),
  )
  const saving = useCommand({
    mutationFn: (amount: number | null) =>
      api('POST /api/app/protection/limit', { body: { kind, period, amount }, inline: true }),
    onSuccess: async (_, wished) => {
      const isLater = whenItHolds(present, wished) === 'later'
      toast(text(isLater ? 'protection.limit.savedLater' : 'protection.limit.saved'), {
        icon: 'check-circle-fill',
      })
      await refreshCalls('GET /api/app/protection/limits')
      onDone()
    },
  })
  const wished = ofMoney ? entryCents(entry) : Number(entry)
  const holds = wished === 0 ? 'same' : whenItHolds(present, wished)
  const error = saving.isError ? serverMessageOf(saving.error) || t('app.connection.slow') : undefined
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (wished > 0) saving.mutate(wished)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-10 pb-6">
      {ofMoney ? (
        <MoneyInput
          label={name}
          entry={entry}
          onEntry={setEntry}
          symbol={t('protection.limit.symbol')}
          decimalMark={decimalMark}
          keyboard="native"
          error={error}
        />
      ) : (
        <>
          <TextInput
            aria-label={name}
            inputMode="numeric"
            autoComplete="off"
            value={entry}
            maxLength={5}
            onChange={({ target }) => setEntry(target.value.replaceAll(/\D/g, '').replace(/^0+/, ''))}
          />
          {error !== undefined && (
            <p role="alert" className="text-12 font-500 text-loss">
              {error}
            </p>
          )}
        </>
      )}
      <p aria-live="polite" className="text-13 text-text-2">
        {t(notes[holds])}
      </p>
      <div className="flex flex-wrap gap-8">
        <Button
          size="m"
          submit
          className="flex-1"
          disabled={wished === 0 || wished === present}
          busy={saving.isPending}
        >
          {t('protection.limit.save')}
        </Button>
        {present !== null && (
          <Button kind="ghost" size="m" busy={saving.isPending} onClick={() => saving.mutate(null)}>
            {t('protection.limit.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
