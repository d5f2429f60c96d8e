import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { matchStats } from './match-stats.ts'

/** A match's statistics, both sides beside each other. */
export function MatchStats({ fixture }: { fixture: Fixture }) {
  const t = useText()
  return (
    <dl className="grid gap-8 py-4">
      {matchStats(fixture.state).map(({ text, home, away }) => {
        const isCounted = home + away > 0
        const share = isCounted ? home / (home + away) : 0.5
        return (
          <div key={text} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-8 text-13">
            <dd className="order-1 font-700">{home}</dd>
            <dt className="order-2 text-center text-text-2">{t(text)}</dt>
            <dd className="order-3 font-700">{away}</dd>
            <div
              aria-hidden="true"
              data-counted={isCounted || undefined}
              className="group order-4 col-span-3 flex h-3 gap-3 pt-3"
            >
              <span
                className="h-3 rounded-full bg-surface-4 group-data-counted:bg-brand-line"
                style={{ width: `${share * 100}%` }}
              />
              <span className="h-3 flex-1 rounded-full bg-surface-4 group-data-counted:bg-info" />
            </div>
          </div>
        )
      })}
    </dl>
  )
}
