import { isLive } from '../fixture.ts'
import { useText } from '../text/text.ts'
import { matchTime, type Timed } from './match-words.ts'

/** A match's period and clock while it runs, otherwise its status. */
export function MatchClock({ fixture }: { fixture: Timed }) {
  const t = useText()
  return (
    <span
      data-running={(isLive(fixture) && fixture.matchStatus !== 2) || undefined}
      className="font-700 whitespace-nowrap text-text-2 data-running:text-loss"
    >
      {matchTime(t, fixture)}
    </span>
  )
}
