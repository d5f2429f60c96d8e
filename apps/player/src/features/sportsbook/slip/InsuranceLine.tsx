import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { insuranceOf } from './boost-rules.ts'
import type { CombinedBet } from './combined-rules.ts'
import { useBoosts } from './use-boosts.ts'

/** States that this parlay's stake is refunded if exactly one selection loses. */
export function InsuranceLine({ combined }: { combined: CombinedBet | undefined }) {
  const t = useText()
  const { money } = useFormat()
  const insurance = insuranceOf(combined, useBoosts())
  if (!insurance) return null
  return (
    <p className="flex items-center gap-6 rounded-14 bg-win-tint px-12 py-6 text-12 font-600">
      <Icon name="shield-check-fill" className="size-16 shrink-0 text-win" />
      {t('sportsbook.insurance.terms', { amount: money(insurance.maxCents) })}
    </p>
  )
}
