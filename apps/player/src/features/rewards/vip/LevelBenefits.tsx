import type { Calls } from '@palpite/contract'
import { Button, type Glyph, Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import { useClaim } from '../parts/use-claim.ts'
import { WageredNote } from '../parts/WageredNote.tsx'
import type { VipLevel } from './vip-level.ts'

type Props = {
  level: VipLevel
  /** The level before, which states the deposits and stakes needed; undefined for the first. */
  before: VipLevel | undefined
  history: Calls['GET /api/app/rewards/vip']['data']['history']
}

/** A level's benefits and requirements, and its award once reached. */
export function LevelBenefits({ level, before, history }: Props) {
  const t = useText()
  const format = useFormat()
  const claim = useClaim()
  const reached = history.find((each) => each.level === level.level)
  const benefits: readonly { icon: Glyph; name: string; value: string }[] = [
    {
      icon: 'gift-duotone',
      name: t('rewards.vip.award'),
      value: format.money(reached?.awardCents ?? level.awardCents),
    },
    {
      icon: 'wallet-duotone',
      name: t('rewards.vip.count'),
      value: t('rewards.vip.aDay', { count: level.withdrawalsADay }),
    },
    { icon: 'coins-duotone', name: t('rewards.vip.rate'), value: format.percent(level.feeBps / 10_000, 2) },
    ...(level.hasOwnQueue
      ? [
          {
            icon: 'crown-duotone' as const,
            name: t('rewards.vip.support'),
            value: t('rewards.vip.supportFirst'),
          },
        ]
      : []),
  ]
  return (
    <Card
      title={t('rewards.vip.benefits', { level: level.level })}
      aside={
        reached?.claimedAt ? (
          <StatusTag tone="win" icon="check-circle-fill">
            {t('rewards.state.claimed')}
          </StatusTag>
        ) : undefined
      }
    >
      <dl className="grid gap-10">
        {benefits.map(({ icon, name, value }) => (
          <div key={name} className="flex items-center gap-10 text-14">
            <Icon name={icon} className="size-24 shrink-0 text-brand-text" />
            <dt className="min-w-0 flex-1 text-text-2">{name}</dt>
            <dd className="font-700">{value}</dd>
          </div>
        ))}
      </dl>
      {level.lowerAward && !reached?.claimedAt && (
        <p className="text-13 text-text-2">
          {t('rewards.vip.lowerAward', {
            when: format.dayTime(level.lowerAward.startsAt),
            amount: format.money(level.lowerAward.awardCents),
          })}
        </p>
      )}
      {before && (
        <p className="text-13 text-text-2">
          {t('rewards.vip.asks', {
            paid: format.money(Math.max(level.depositCents, before.nextTopUpCents ?? 0)),
            played: format.money(before.nextSettledCents ?? 0),
          })}
        </p>
      )}
      {level.awardCents > 0 && <WageredNote />}
      {reached && !reached.claimedAt && reached.awardCents > 0 && (
        <Button size="m" busy={claim.isPending} onClick={() => claim.mutate(`vip-${level.level}`)}>
          {t('rewards.claim.amount', { amount: format.money(reached.awardCents) })}
        </Button>
      )}
    </Card>
  )
}
