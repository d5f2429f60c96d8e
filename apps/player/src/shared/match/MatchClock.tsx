import { type Fixture, isRunning, matchStatusTexts } from '../fixture.ts'
import { useText } from '../text/text.ts'

/** Where a match stands: half and minute while it runs, otherwise the word for its state. */
export function MatchClock({ fixture }: { fixture: Pick<Fixture, 'matchStatus' | 'clock'> }) {
  const t = useText()
  const word = t(matchStatusTexts[fixture.matchStatus] ?? 'app.time.undetermined')
  const running = isRunning(fixture)
  const minute = fixture.clock?.minute ?? null
  return (
    <span
      data-running={running || undefined}
      className="font-700 whitespace-nowrap text-text-2 data-running:text-loss"
    >
      {running && minute !== null ? `${word} ${minute}’` : word}
    </span>
  )
}
