import { Icon } from '@palpite/ui'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { useBoosts } from '../slip/use-boosts.ts'

type Props = { fixture: Pick<Fixture, 'sport' | 'matchStatus'>; type: string; period: string }

/** States that a winner is paid early at a sufficient lead, where promised for bets before the start. */
export function EarlyPayoutNote({ fixture, type, period }: Props) {
  const t = useText()
  const { earlyPayouts } = useBoosts()
  const leads = earlyPayouts.filter(({ sport }) => sport === fixture.sport).map(({ lead }) => lead)
  if (leads.length === 0 || type !== 'football.1x2' || period !== 'full' || fixture.matchStatus !== 0)
    return null
  return (
    <p className="flex items-center gap-6 text-12 font-600">
      <Icon name="lightning-fill" className="size-16 shrink-0 text-win" />
      {t('sportsbook.early.terms', { goals: Math.min(...leads) })}
    </p>
  )
}
