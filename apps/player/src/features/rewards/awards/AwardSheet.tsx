import type { Calls } from '@palpite/contract'
import { Button, Icon, Pattern, Sheet } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { useClaim } from '../parts/use-claim.ts'
import { WageredNote } from '../parts/WageredNote.tsx'

type Award = Calls['GET /api/app/rewards/awards']['data']['waiting'][number]

/** The claimable awards: VIP level, ladder step, activity. */
export function AwardSheet() {
  const t = useText()
  const awards = useCall('GET /api/app/rewards/awards', { loading: false }, { staleTime: 0 })
  return (
    <Sheet title={t('rewards.award.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid grid-cols-1 gap-14 px-12 pb-20">
        <div className="relative mx-auto grid size-120 place-items-center overflow-hidden rounded-24 bg-brand-tint">
          <Pattern seed={14} columns={4} rows={4} className="absolute inset-0 size-full text-surface-3" />
          <Icon name="gift-duotone" className="relative size-64 text-brand-text" />
        </div>
        <Loaded query={awards} skeleton={['h-72 rounded-14']}>
          {({ waiting }) =>
            waiting.length === 0 ? (
              <p className="text-center text-14 text-text-2">{t('rewards.award.none')}</p>
            ) : (
              <ul className="grid gap-10">
                {waiting.map((award) => (
                  <WaitingAward key={award.awardId} award={award} isLast={waiting.length === 1} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Sheet>
  )
}

function WaitingAward({ award, isLast }: { award: Award; isLast: boolean }) {
  const t = useText()
  const format = useFormat()
  const claim = useClaim(isLast ? closeOverlay : undefined)
  const { kind, step, activity, amountCents, wageredTimes, awardId, endsAt } = award
  const what =
    kind === 'vip'
      ? t('rewards.award.vip', { level: step })
      : kind === 'ladder'
        ? t('rewards.award.ladder', { step })
        : t('rewards.award.activity', { title: activity?.title ?? '' })
  return (
    <li className="hairline grid gap-10 rounded-18 bg-surface-2 p-14">
      <div className="flex items-center justify-between gap-8 roomy:grid">
        <span className="text-14 font-600">{what}</span>
        <span className="text-20 font-800 tracking-tight whitespace-nowrap">{format.money(amountCents)}</span>
      </div>
      <WageredNote times={wageredTimes}>
        {endsAt !== null && t('rewards.award.until', { when: format.dayTime(endsAt) })}
      </WageredNote>
      <Button size="m" busy={claim.isPending} onClick={() => claim.mutate(awardId)}>
        {t('rewards.claim.action')}
      </Button>
    </li>
  )
}
