import { centsOf } from '../../../shared/format/format.ts'
import { Money } from '../../../shared/format/Money.tsx'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'

/** The balance split into own money and bonus. */
export function BalanceSplit() {
  const t = useText()
  const user = useUser()
  if (!user) return null
  const bonusCents = centsOf(user.freeBalance)
  const ownCents = centsOf(user.balance) - bonusCents
  const all = ownCents + bonusCents
  return (
    <section
      aria-label={t('app.wallet.balance')}
      className="hairline grid gap-10 rounded-18 bg-surface-1 p-14"
    >
      <div aria-hidden="true" className="flex h-10 overflow-hidden rounded-full bg-surface-3">
        <span className="bg-win" style={{ width: `${all > 0 ? (ownCents / all) * 100 : 0}%` }} />
        <span className="bg-brand-line" style={{ width: `${all > 0 ? (bonusCents / all) * 100 : 0}%` }} />
      </div>
      <dl className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        <div className="grid gap-2">
          <dt className="text-12 text-text-2">{t('rewards.gameBonus.own')}</dt>
          <dd>
            <Money cents={ownCents} className="text-16 font-700" />
          </dd>
        </div>
        <div className="grid gap-2">
          <dt className="text-12 text-text-2">{t('rewards.gameBonus.bonus')}</dt>
          <dd>
            <Money cents={bonusCents} className="text-16 font-700" />
          </dd>
        </div>
      </dl>
    </section>
  )
}
