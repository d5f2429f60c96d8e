import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Invitations } from './invitation-levels.ts'

/** Invitation earnings: today, seven days, total; and what is held for review. */
export function Earnings({ earned, heldCents }: Pick<Invitations, 'earned' | 'heldCents'>) {
  const t = useText()
  const { money } = useFormat()
  const figures = [
    { name: t('rewards.agent.sevenDays'), cents: earned.sevenDaysCents },
    { name: t('rewards.agent.total'), cents: earned.totalCents },
  ]
  return (
    <section
      aria-label={t('rewards.agent.earned')}
      className="hairline grid gap-12 rounded-18 bg-surface-1 p-16"
    >
      <div className="grid gap-2">
        <span className="text-13 text-text-2">{t('rewards.agent.today')}</span>
        <span className="text-32 font-800 tracking-tighter">{money(earned.todayCents)}</span>
        <span className="text-12 text-text-2">{t('rewards.agent.todayNote')}</span>
      </div>
      <dl className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        {figures.map(({ name, cents }) => (
          <div key={name} className="grid gap-2">
            <dt className="text-12 text-text-2">{name}</dt>
            <dd className="text-16 font-700">{money(cents)}</dd>
          </div>
        ))}
      </dl>
      {heldCents > 0 && (
        <p className="rounded-11 bg-warn-tint p-10 text-13">
          {t('rewards.agent.heldNote', { amount: money(heldCents) })}
        </p>
      )}
    </section>
  )
}
