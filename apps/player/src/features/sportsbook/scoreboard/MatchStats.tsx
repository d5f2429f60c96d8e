import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { matchStats } from './match-stats.ts'

/** A match's statistics, both sides beside each other. */
export function MatchStats({ fixture }: { fixture: Fixture }) {
  const t = useText()
  return (
    <dl className="grid gap-10 py-4">
      {matchStats(fixture.state).map(({ text, home, away }) => {
        const share = home + away === 0 ? 0.5 : home / (home + away)
        return (
          <div key={text} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-8 text-13">
            <dd className="order-1 font-700">{home}</dd>
            <dt className="order-2 text-center text-text-2">{t(text)}</dt>
            <dd className="order-3 font-700">{away}</dd>
            <div aria-hidden="true" className="order-4 col-span-3 flex h-3 gap-3 pt-3">
              <span className="h-3 rounded-full bg-brand-line" style={{ width: `${share * 100}%` }} />
              <span className="h-3 flex-1 rounded-full bg-info" />
            </div>
          </div>
        )
      })}
    </dl>
  )
}
