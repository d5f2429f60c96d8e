import { isMoneyLimit } from '@palpite/contract'
import { Button, entryCents, entryOfCents, Field, MoneyInput, TextInput } from '@palpite/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limit } from '../../../shared/limits.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { changeOf, type LimitChange, minutesIn } from './limit-change.ts'

/** The texts before saving and afterwards. */
const said: Record<LimitChange, { note: TextKey; done: TextKey }> = {
  same: { note: 'protection.limit.rule', done: 'protection.limit.saved' },
  holds: { note: 'protection.limit.holdsNow', done: 'protection.limit.saved' },
  asks: { note: 'protection.limit.holdsLater', done: 'protection.limit.savedLater' },
  holdsInstead: { note: 'protection.limit.holdsInstead', done: 'protection.limit.saved' },
  asksInstead: { note: 'protection.limit.asksInstead', done: 'protection.limit.savedLater' },
  confirms: { note: 'protection.limit.confirms', done: 'protection.limit.confirmed' },
  waits: { note: 'protection.limit.waits', done: 'protection.limit.savedLater' },
  givesUp: { note: 'protection.limit.givesUp', done: 'protection.limit.kept' },
}

type Props = {
  limit: Limit
  /** The limited quantity and period. */
  name: string
  onDone: () => void
}

/** Sets one limit, and explains the effect before saving. */
export function LimitForm({ limit, name, onDone }: Props) {
  const { kind, period, amount: present } = limit
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const ofMoney = isMoneyLimit(kind)
  const [entry, setEntry] = useState(
    present === null ? '' : ofMoney ? entryOfCents(present) : String(present),
  )
  const form = useRef<HTMLFormElement>(null)
  // On a low phone the save button would be below the sheet's edge.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' }) // returns a promise in new browsers, which is no cleanup function
  }, [])
  const saving = useCommand({
    mutationFn: ({ amount }: { amount: number | null; change: LimitChange }) =>
      api('POST /api/app/protection/limit', { body: { kind, period, amount }, inline: true }),
    onSuccess: async (_, { change }) => {
      toast(text(said[change].done), { icon: 'check-circle-fill' })
      await refreshCalls('GET /api/app/protection/limits')
      onDone()
    },
  })
  const save = (amount: number | null) => saving.mutate({ amount, change: changeOf(limit, amount) })
  const wished = ofMoney ? entryCents(entry) : Number(entry)
  const change = wished === 0 ? 'same' : changeOf(limit, wished)
  const isTooLong = kind === 'time' && wished > minutesIn[period]
  const canSave = change !== 'same' && change !== 'waits' && !isTooLong
  const refusal = saving.isError ? serverMessageOf(saving.error) || t('app.connection.slow') : undefined
  const error = isTooLong
    ? t('protection.limit.tooLong', { limit: format.unit(minutesIn[period], 'minute') })
    : refusal
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canSave) save(wished)
  }
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-10 pb-6">
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
        <Field
          label={name}
          error={error}
          hint={kind === 'time' && wished >= 60 ? format.elapsed(wished * 60_000) : undefined}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={entry}
            maxLength={5}
            onChange={({ target }) => setEntry(target.value.replaceAll(/\D/g, '').replace(/^0+/, ''))}
            after={
              kind === 'time' && (
                <span className="text-13 font-600 text-text-2">{format.unitName(wished, 'minute')}</span>
              )
            }
          />
        </Field>
      )}
      <p aria-live="polite" className="text-13 text-text-2">
        {t(said[change].note)}
      </p>
      <div className="flex flex-wrap gap-8 roomy:flex-col">
        <Button size="m" submit className="flex-1" disabled={!canSave} busy={saving.isPending}>
          {t('protection.limit.save')}
        </Button>
        {present !== null && (
          <Button
            kind="ghost"
            size="m"
            disabled={changeOf(limit, null) === 'waits'}
            busy={saving.isPending}
            onClick={() => save(null)}
          >
            {t('protection.limit.remove')}
          </Button>
        )}
      </div>
    </form>
  )
}
