import type { Tone } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { resultView } from '../result-views.ts'
import type { Bet } from './bet.ts'

type Leg = Pick<Bet['legs'][number], 'outcomeId' | 'result' | 'matchStatus'>

/** An open bet's decided legs as coloured segments of a bar. */
export function LegRail({ legs }: { legs: readonly Leg[] }) {
  const t = useText()
  const tones = legs.map(toneOf)
  const done = tones.filter((tone) => tone !== 'open').length
  return (
    <span className="grid gap-4">
      <span className="text-12 text-text-2">{t('sportsbook.bet.decided', { done, legs: legs.length })}</span>
      <span aria-hidden="true" className="flex gap-3">
        {legs.map(({ outcomeId }, place) => (
          <span
            key={outcomeId}
            data-leg={tones[place]}
            className="h-4 flex-1 rounded-full bg-surface-4 data-[leg=info]:bg-info data-[leg=loss]:bg-loss data-[leg=warn]:bg-warn data-[leg=win]:bg-win"
          />
        ))}
      </span>
    </span>
  )
}

/** A leg's result; its match may still decide it. */
const toneOf = ({ result, matchStatus }: Leg): Tone | 'open' =>
  result === 0 && matchStatus >= 0 ? 'open' : resultView('settled', result).tone
