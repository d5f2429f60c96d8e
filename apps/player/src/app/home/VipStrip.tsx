import { Progress, VipBadge } from '@palpite/ui'
import type { ReactNode } from 'react'
import { centsOf } from '../../shared/format/format.ts'
import { useFormat } from '../../shared/format/use-format.ts'
import { useText } from '../../shared/text/text.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useUserState } from '../../shared/use-user.ts'

/** The player's progress to the next VIP level; hidden for visitors, at the highest level, and without levels. */
export function VipStrip() {
  const t = useText()
  const { money } = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const { user, hasFailed } = useUserState()
  if (!user) {
    if (!isLoggedIn || hasFailed) return null
    // While the data load, the bar shows the defaults of Progress (SPEC §9).
    return (
      <Strip level={0}>
        <Progress label={t('home.vip.label')} />
      </Strip>
    )
  }
  if (!user.nextlevel) return null
  const { level, paySumAmount, gameSumAmount } = user.nextlevel
  const paid = { done: centsOf(user.paySumAmount), needed: centsOf(paySumAmount) }
  const played = { done: centsOf(user.gameSumAmount), needed: centsOf(gameSumAmount) }
  const shareOf = ({ done, needed }: typeof paid) => (needed > 0 ? Math.min(1, done / needed) : 1)
  const leftCents = ({ done, needed }: typeof paid) => Math.max(0, needed - done)
  const leftPaid = leftCents(paid)
  const leftPlayed = leftCents(played)
  // Already reached goals are not listed as missing.
  const missing =
    leftPaid === 0
      ? t('home.vip.missingPlayed', { played: money(leftPlayed), level })
      : leftPlayed === 0
        ? t('home.vip.missingPaid', { paid: money(leftPaid), level })
        : t('home.vip.missing', { paid: money(leftPaid), played: money(leftPlayed), level })
  return (
    <Strip level={user.level}>
      <p className="text-14 font-700">{t('home.vip.level', { level: user.level })}</p>
      <Progress label={missing} share={(shareOf(paid) + shareOf(played)) / 2} />
      <p className="text-12 text-text-2">{missing}</p>
    </Strip>
  )
}

function Strip({ level, children }: { level: number; children: ReactNode }) {
  const t = useText()
  return (
    <section
      aria-label={t('home.vip.label')}
      className="mx-12 mt-20 flex items-center gap-12 rounded-18 bg-linear-to-r from-play-tint to-surface-1 p-12"
    >
      <VipBadge level={level} className="size-52 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-6">{children}</div>
    </section>
  )
}
