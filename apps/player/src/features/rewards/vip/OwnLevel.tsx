import type { Calls } from '@palpite/contract'
import { Button, Pattern, Progress, VipBadge } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = { vip: Calls['GET /api/app/rewards/vip']['data'] }

/** The player's level badge, and what is missing for the next one, as bars and words. */
export function OwnLevel({ vip: { level, topUpCents, settledCents, next } }: Props) {
  const t = useText()
  return (
    <section
      aria-label={t('rewards.vip.own')}
      className="hairline relative isolate grid justify-items-center gap-12 overflow-hidden rounded-18 bg-surface-1 p-16"
    >
      <Pattern
        seed={level + 7}
        columns={10}
        rows={7}
        className="absolute inset-0 -z-1 size-full text-surface-2"
      />
      <VipBadge level={level} className="size-96" />
      <p className="text-24 font-800 tracking-tighter">{t('rewards.vip.level', { level })}</p>
      {next ? (
        <div className="grid w-full gap-12">
          <p className="text-center text-13 text-text-2">{t('rewards.vip.towards', { level: next.level })}</p>
          <Bar kind="topUps" doneCents={topUpCents} neededCents={next.topUpCents} />
          <Bar kind="stakes" doneCents={settledCents} neededCents={next.settledCents} />
        </div>
      ) : (
        <p className="text-center text-14 text-text-2">{t('rewards.vip.highest')}</p>
      )}
      <div className="grid w-full grid-cols-2 gap-8 roomy:grid-cols-1">
        <Button size="m" onClick={() => openOverlay('deposit', { tab: 'deposit' })}>
          {t('rewards.action.deposit')}
        </Button>
        <Button size="m" kind="secondary" onClick={() => openOverlay('deposit', { tab: 'withdraw' })}>
          {t('rewards.vip.withdrawals')}
        </Button>
      </div>
    </section>
  )
}

type BarProps = { kind: 'topUps' | 'stakes'; doneCents: number; neededCents: number }

function Bar({ kind, doneCents, neededCents }: BarProps) {
  const t = useText()
  const { money } = useFormat()
  const leftCents = Math.max(0, neededCents - doneCents)
  const missing = leftCents > 0 ? t('rewards.vip.left', { left: money(leftCents) }) : t('rewards.vip.met')
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap justify-between gap-x-12 text-13">
        <span className="font-600">{t(kind === 'topUps' ? 'rewards.vip.topUps' : 'rewards.vip.stakes')}</span>
        <span className="text-text-2">
          {t('rewards.vip.ofNeeded', { done: money(doneCents), needed: money(neededCents) })}
        </span>
      </p>
      <Progress label={missing} share={neededCents > 0 ? doneCents / neededCents : 1} />
      <p className="text-12 text-text-2">{missing}</p>
    </div>
  )
}
