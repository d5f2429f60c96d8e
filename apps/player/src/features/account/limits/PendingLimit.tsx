import { Button, Icon } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limit } from '../../../shared/limits.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { useAmountText } from './limit-texts.ts'

type Props = { limit: Limit; pending: NonNullable<Limit['pending']>; onDone: () => void }

/** A pending looser limit and its confirmation window. Keeping the present one cancels it. */
export function PendingLimit({ limit: { kind, period, amount }, pending, onDone }: Props) {
  const t = useText()
  const { longDayTime } = useFormat()
  const amountText = useAmountText()
  const deciding = useCommand({
    mutationFn: (isYes: boolean) =>
      isYes
        ? api('POST /api/app/protection/limit/confirm', { body: { kind, period } })
        : api('POST /api/app/protection/limit', { body: { kind, period, amount } }),
    onSuccess: async (_, isYes) => {
      toast(text(isYes ? 'protection.limit.confirmed' : 'protection.limit.kept'), {
        icon: 'check-circle-fill',
      })
      await refreshCalls('GET /api/app/protection/limits')
      onDone()
    },
  })
  const until = longDayTime(pending.endsAt)
  const when = longDayTime(pending.startsAt)
  const description = (): string => {
    if (pending.amount === null) {
      return pending.isDue
        ? t('protection.limit.dueNone', { until })
        : t('protection.limit.pendingNone', { when, until })
    }
    const limit = amountText(kind, pending.amount)
    return pending.isDue
      ? t('protection.limit.due', { limit, until })
      : t('protection.limit.pending', { limit, when, until })
  }
  return (
    <div className="grid gap-8 rounded-14 bg-info-tint p-12 text-13">
      <p className="flex items-start gap-10">
        <Icon name="clock-countdown" className="size-22 shrink-0 text-info" />
        {description()}
      </p>
      <div className="flex flex-wrap gap-8">
        {pending.isDue && (
          <Button size="s" busy={deciding.isPending} onClick={() => deciding.mutate(true)}>
            {t('protection.limit.confirm')}
          </Button>
        )}
        <Button
          kind="secondary"
          size="s"
          className="min-w-0 shrink"
          busy={deciding.isPending}
          onClick={() => deciding.mutate(false)}
        >
          {t('protection.limit.keep')}
        </Button>
      </div>
    </div>
  )
}
