import { useId } from 'react'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { Row } from '../../../shared/row/Row.tsx'
import { useText } from '../../../shared/text/text.ts'
import { usePlannedMask } from '../use-planned-mask.ts'
import { ActivityArt } from './ActivityArt.tsx'

/** Promotions on home: open activities, then ladder, game bonus and invitations; none where gifts are forbidden. */
export function Promotions() {
  const t = useText()
  const { money } = useFormat()
  const id = useId()
  usePlannedMask()
  const activities = useCall('GET /api/app/rewards/activities', { loading: false })
  const rules = useCall('GET /api/app/rewards/rules', { loading: false })
  const inForce = rules.data
    ? [
        ...(rules.data.ladder.steps.length > 0
          ? [
              {
                href: hrefOf('ladderBonus'),
                title: t('rewards.ladder.title'),
                note: t('rewards.promo.ladder', {
                  amount: money(rules.data.ladder.steps.at(-1)?.awardCents ?? 0),
                }),
                art: 'steps',
              },
            ]
          : []),
        ...(rules.data.gameBonus
          ? [
              {
                href: hrefOf('gamebouns'),
                title: t('rewards.gameBonus.title'),
                note: t('rewards.promo.gameBonus'),
                art: 'medals',
              },
            ]
          : []),
        ...(rules.data.commission.length > 0
          ? [
              {
                href: hrefOf('share'),
                title: t('rewards.share.title'),
                note: t('rewards.promo.share'),
                art: 'pix',
              },
            ]
          : []),
      ]
    : []
  const open = (activities.data?.activities ?? [])
    .filter(({ state }) => state === 'open')
    .map(({ id: activityId, title, prizeCents, art }) => ({
      href: `/active${activityId}`,
      title,
      note: t('rewards.promo.upTo', { amount: money(prizeCents) }),
      art,
    }))
  const cards = [...open, ...inForce]
  if (cards.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-20">
      <h2 id={id} className="mb-8 px-16 text-18 font-700 tracking-tight">
        {t('rewards.promo.title')}
      </h2>
      <Row label={t('rewards.promo.title')}>
        <ul className="no-bar flex snap-x scroll-px-12 gap-10 overflow-x-auto px-12">
          {cards.map(({ href, title, note, art }) => (
            <li key={href} className="w-196 shrink-0 snap-start wide:w-[calc((100%-var(--spacing)*20)/3)]">
              <Link
                href={href}
                className="hairline grid gap-8 rounded-18 bg-surface-1 p-8 pb-12 hover:bg-surface-2"
              >
                <ActivityArt art={art} className="rounded-14" />
                <span className="grid gap-2 px-4">
                  <span className="text-14 font-700">{title}</span>
                  <span className="text-12 text-text-2">{note}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </Row>
    </section>
  )
}
