import { StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { SelectionList } from '../builder/SelectionList.tsx'
import { matchName } from '../match-name.ts'
import { type BookedLeg, pickOf } from './booking.ts'

const states: Readonly<Record<Exclude<BookedLeg['state'], 'open'>, TextKey>> = {
  suspended: 'sportsbook.leg.suspended',
  closed: 'sportsbook.leg.closed',
  over: 'sportsbook.booking.over',
}

/** A shared slip's selections with current prices, or why they have none. */
export function BookedLegs({ legs }: { legs: readonly BookedLeg[] }) {
  const t = useText()
  const { price, start } = useFormat()
  return (
    <ul className="grid">
      {legs.map((leg) => (
        <li
          key={leg.outcomeId}
          className="flex items-center gap-8 border-b border-line py-10 last:border-b-0"
        >
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-8 gap-y-4 text-14 font-700 tracking-tight">
              {leg.selections ? t('sportsbook.builder.title') : legPick(t, pickOf(leg))}
              {leg.isBanker && <StatusTag tone="neutral">{t('sportsbook.leg.banker')}</StatusTag>}
              {leg.state !== 'open' && (
                <StatusTag
                  tone={leg.state === 'suspended' ? 'warn' : 'neutral'}
                  icon={leg.state === 'suspended' ? 'lock-key-fill' : 'prohibit-bold'}
                >
                  {t(states[leg.state])}
                </StatusTag>
              )}
              {leg.simulated && <SimulatedTag />}
            </p>
            <p className="text-12 text-text-2">
              {!leg.selections && `${legMarket(t, pickOf(leg))} · `}
              {matchName(t, leg)}
            </p>
            {leg.selections && <SelectionList of={leg} selections={leg.selections} />}
            <p className="text-12 text-text-2">
              {t('sportsbook.leg.startsAt')} <time dateTime={leg.startsAt}>{start(leg, 'kickOff')}</time>
            </p>
          </div>
          {leg.state === 'open' && leg.priceMilli !== null && (
            <p className="text-18 font-800 text-brand-text">{price(leg.priceMilli)}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The placeholder until they are loaded. */
export function BookedLegsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-8 py-10">
      {[1, 2].map((place) => (
        <div key={place} className="h-54 rounded-11 bg-surface-2" />
      ))}
    </div>
  )
}
