import type { Calls } from '@palpite/contract'
import { Icon, Progress } from '@palpite/ui'
import { Money } from '../../../shared/format/Money.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

export type Limits = Calls['GET /api/app/protection/limits']['data']

/** What was lost today against the limit in force, and a looser one that waits. */
export function NetLossToday({ limits }: { limits: Limits }) {
  const t = useText()
  const format = useFormat()
  const { dailyLossCents, netLossTodayCents } = limits
  const pending = limits.limits.find(({ kind, period }) => kind === 'loss' && period === 'day')?.pending
  const lost = Math.max(0, netLossTodayCents)
  return (
    <>
      <div className="grid gap-10 rounded-18 bg-surface-2 p-14">
        <p className="flex items-baseline justify-between gap-8 text-13 text-text-2">
          {t('account.limits.lost')}
          <Money cents={lost} className="text-24 font-800 tracking-tighter text-text" />
        </p>
        {dailyLossCents === null ? (
          <p className="text-13 text-text-2">{t('account.limits.none')}</p>
        ) : (
          <>
            <Progress
              label={t('account.limits.share', {
                lost: format.money(lost),
                limit: format.money(dailyLossCents),
              })}
              share={lost / dailyLossCents}
            />
            <p className="flex flex-wrap justify-between gap-8 text-13 text-text-2">
              <span>{t('account.limits.limit', { limit: format.money(dailyLossCents) })}</span>
              <span>
                {t('account.limits.left', { left: format.money(Math.max(0, dailyLossCents - lost)) })}
              </span>
            </p>
          </>
        )}
      </div>
      {pending && (
        <p className="flex items-center gap-10 rounded-14 bg-info-tint p-12 text-13 text-text">
          <Icon name="clock-countdown" className="size-22 shrink-0 text-info" />
          {pending.amount === null
            ? t('account.limits.pendingNone', {
                when: format.dayTime(pending.startsAt),
                until: format.dayTime(pending.endsAt),
              })
            : t('account.limits.pending', {
                when: format.dayTime(pending.startsAt),
                until: format.dayTime(pending.endsAt),
                limit: format.money(pending.amount),
              })}
        </p>
      )}
    </>
  )
}
