import type { Calls } from '@palpite/contract'
import { VipBadge } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'

type Props = {
  history: Calls['GET /api/app/rewards/vip']['data']['history']
  /** Opens a level's benefits, where its award is claimed. */
  onChoose: (level: number) => void
}

/** The reached levels, newest first, with award and date. */
export function VipHistory({ history, onChoose }: Props) {
  const t = useText()
  const format = useFormat()
  if (history.length === 0) return null
  return (
    <Card title={t('rewards.vip.history')}>
      <ol className="grid gap-4">
        {history.toReversed().map(({ level, awardCents, claimedAt }) => {
          const amount = format.money(awardCents)
          return (
            <li key={level} className="flex min-h-48 items-center gap-10 text-14">
              <VipBadge level={level} className="size-32 shrink-0" />
              <div className="min-w-0 flex-1">
                <p className="font-700">{t('rewards.vip.level', { level })}</p>
                <p className="text-12 text-text-2">
                  {claimedAt === null
                    ? t('rewards.vip.awardWaits', { amount })
                    : t('rewards.vip.awardClaimed', { amount, when: format.dayTime(claimedAt) })}
                </p>
              </div>
              {claimedAt === null && (
                <button
                  type="button"
                  aria-label={t('rewards.vip.toAward', { level })}
                  onClick={() => onChoose(level)}
                  className="tap cursor-pointer px-8 text-13 font-600 text-brand-text hover:underline"
                >
                  {t('rewards.vip.seeAward')}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
