import { Button, Chip, entryCents, entryOfCents, FormAction, type MoneyEntry, MoneyInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { whenItHolds } from './limit-change.ts'
import type { Limits } from './NetLossToday.tsx'

const quickCents = [5_000, 10_000, 20_000, 50_000]

const notes: Record<ReturnType<typeof whenItHolds>, TextKey> = {
  same: 'account.limits.rule',
  now: 'account.limits.holdsNow',
  later: 'account.limits.holdsLater',
}

/** Sets the daily loss limit, and says beforehand when it will hold. */
export function LimitForm({ limits }: { limits: Limits }) {
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const present = limits.dailyLossCents
  const [entry, setEntry] = useState<MoneyEntry>(present === null ? '' : entryOfCents(present))
  const saving = useCommand({
    mutationFn: (dailyLossCents: number | null) =>
      api('POST /api/app/protection/limits', { body: { dailyLossCents }, inline: true }),
    onSuccess: async (_, wished) => {
      if (wished === null) setEntry('')
      toast(
        t(whenItHolds(present, wished) === 'later' ? 'account.limits.savedLater' : 'account.limits.saved'),
        {
          icon: 'check-circle-fill',
        },
      )
      await refreshCalls('GET /api/app/protection/limits')
    },
  })
  const wished = entryCents(entry)
  const holds = wished === 0 ? 'same' : whenItHolds(present, wished)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (wished > 0) saving.mutate(wished)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-12">
      <MoneyInput
        label={t('account.limits.field')}
        entry={entry}
        onEntry={setEntry}
        symbol={t('account.limits.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
        error={saving.isError ? serverMessageOf(saving.error) || t('app.connection.slow') : undefined}
        side={<span className="text-12 text-text-2">{t('account.limits.perDay')}</span>}
      />
      <div
        role="group"
        aria-label={t('account.limits.quick')}
        className="grid grid-cols-4 gap-6 roomy:grid-cols-2"
      >
        {quickCents.map((cents) => (
          <Chip key={cents} chosen={cents === wished} onClick={() => setEntry(entryOfCents(cents))}>
            {format.money(cents)}
          </Chip>
        ))}
      </div>
      <p aria-live="polite" className="text-13 text-text-2">
        {t(notes[holds])}
      </p>
      <FormAction>
        <Button block submit disabled={wished === 0 || wished === present} busy={saving.isPending}>
          {t('account.limits.save')}
        </Button>
      </FormAction>
      {present !== null && (
        <Button kind="ghost" size="m" block busy={saving.isPending} onClick={() => saving.mutate(null)}>
          {t('account.limits.remove')}
        </Button>
      )}
    </form>
  )
}
