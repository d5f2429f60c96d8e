import { Answered } from '../../shared/Answered.tsx'
import { useAsked } from '../../shared/ask-again.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { Plan } from './promotion.ts'

/** The cost of the last days, and their cost by the planned rules. */
export function Forecast({ plan }: { plan: Plan }) {
  const t = useText()
  const format = useFormat()
  const { kind, rules, activity, startsOn, endsOn } = plan
  const body = { kind, rules, activity, startsOn, endsOn }
  const asked = useAsked('POST /api/backoffice/promotions/forecast', { body }, { everyMs: false })
  return (
    <Answered asked={asked} skeleton="h-92">
      {({ days, count, presentCents, plannedCents }) => (
        <div>
          <Facts
            title={t('promotions.forecast.title', { days: String(days) })}
            facts={[
              [t('promotions.forecast.count'), format.number(count)],
              [t('promotions.forecast.present'), format.money(presentCents)],
              [t('promotions.forecast.planned'), format.money(plannedCents)],
              [t('promotions.forecast.difference'), format.money(plannedCents - presentCents)],
            ]}
          />
          <p className="mt-6 text-12 text-text-2">{t('promotions.forecast.note')}</p>
        </div>
      )}
    </Answered>
  )
}
