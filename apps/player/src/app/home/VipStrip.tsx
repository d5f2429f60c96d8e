import { Progress, VipBadge } from '@palpite/ui'
import { centsOf } from '../../shared/format/format.ts'
import { useFormat } from '../../shared/format/use-format.ts'
import { useText } from '../../shared/text/text.ts'
import { useUser } from '../../shared/use-user.ts'

/** How far a player is from the next VIP level; visitors, the highest level, and a house without levels have none. */
export function VipStrip() {
  const t = useText()
  const { money } = useFormat()
  const user = useUser()
  if (!user?.nextlevel) return null
  const { level, paySumAmount, gameSumAmount } = user.nextlevel
  const paid = { done: centsOf(user.paySumAmount), needed: centsOf(paySumAmount) }
  const played = { done: centsOf(user.gameSumAmount), needed: centsOf(gameSumAmount) }
  const shareOf = ({ done, needed }: typeof paid) => (needed > 0 ? Math.min(1, done / needed) : 1)
  const leftCents = ({ done, needed }: typeof paid) => Math.max(0, needed - done)
  const leftPaid = leftCents(paid)
  const leftPlayed = leftCents(played)
  // What is reached already is not said to be missing.
  const missing =
    leftPaid === 0
      ? t('home.vip.missingPlayed', { played: money(leftPlayed), level })
      : leftPlayed === 0
        ? t('home.vip.missingPaid', { paid: money(leftPaid), level })
        : t('home.vip.missing', { paid: money(leftPaid), played: money(leftPlayed), level })
  return (
    <section
      aria-label={t('home.vip.label')}
      className="mx-12 mt-20 flex items-center gap-12 rounded-18 bg-linear-to-r from-play-tint to-surface-1 p-12"
    >
      <VipBadge level={user.level} className="size-52 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-6">
        <p className="text-14 font-700">{t('home.vip.level', { level: user.level })}</p>
        <Progress label={missing} share={(shareOf(paid) + shareOf(played)) / 2} />
        <p className="text-12 text-text-2">{missing}</p>
      </div>
    </section>
  )
}
