import { TeamCrest } from '@palpite/ui'
import { Link } from 'wouter'
import { type Fixture, inOrder, isLive, winnerMarket } from '../../shared/fixture.ts'
import { useFormat } from '../../shared/format/use-format.ts'
import { MatchClock } from '../../shared/match/MatchClock.tsx'
import { SimulatedTag } from '../../shared/match/SimulatedTag.tsx'
import { eventHref } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { useText } from '../../shared/text/text.ts'
import { PriceButton } from '../../features/sportsbook/index.ts'

const winnerTexts: Readonly<Record<string, TextKey>> = {
  home: 'app.outcome.home',
  draw: 'app.outcome.draw',
  away: 'app.outcome.away',
}
const signs: Readonly<Record<string, string>> = { home: '1', draw: 'X', away: '2' }

/** One match on home: where it is played, how it stands, and who will win at what price. */
export function MatchCard({ fixture, frozen }: { fixture: Fixture; frozen: boolean }) {
  const t = useText()
  const { start } = useFormat()
  const market = winnerMarket(fixture)
  const live = isLive(fixture)
  const teams = [
    { name: fixture.home, score: fixture.homeScore },
    { name: fixture.away, score: fixture.awayScore },
  ]
  return (
    <article className="hairline w-304 wide:w-[max(calc(50%-var(--spacing)*14),calc(var(--spacing)*264))] max-w-[86%] roomy:w-346 roomy:max-w-[96%] shrink-0 snap-start rounded-18 bg-surface-1 p-12 hover:bg-surface-2">
      <Link href={eventHref(fixture.fixtureId)} className="block rounded-8">
        <div className="flex items-center gap-6 text-11 text-text-2 narrow:flex-wrap roomy:flex-wrap">
          {live && (
            <span className="shrink-0 rounded-6 bg-live px-6 py-2 text-10 font-700 whitespace-nowrap text-on-live uppercase">
              {t('app.live.tag')}
            </span>
          )}
          <span className="min-w-0 narrow:min-w-min roomy:basis-full roomy:order-first">
            {fixture.competition}
          </span>
          {fixture.simulated && <SimulatedTag />}
          <span className="flex-1" />
          {live ? (
            <MatchClock fixture={fixture} />
          ) : (
            <time className="font-700 text-text">{start(fixture, 'dayTime')}</time>
          )}
        </div>
        {live ? <Timeline minute={fixture.clock?.minute ?? null} /> : <div className="h-10" />}
        {teams.map(({ name, score }) => (
          <div key={name} className="flex min-h-28 items-center gap-8 text-14 font-600 tracking-tight">
            <TeamCrest team={name} />
            <span className="min-w-0 flex-1">{name}</span>
            {live && <span className="text-18 font-800">{score}</span>}
          </div>
        ))}
      </Link>
      {market && (
        <div className="mt-10 grid auto-cols-fr grid-flow-col gap-6">
          {inOrder(market.outcomes).map((outcome) => (
            <PriceButton
              frozen={frozen}
              key={outcome.outcomeId}
              fixture={fixture}
              market={market}
              outcome={outcome}
              side={t(winnerTexts[outcome.code] ?? 'app.outcome.draw', {
                home: fixture.home,
                away: fixture.away,
              })}
              sign={signs[outcome.code]}
            />
          ))}
        </div>
      )}
    </article>
  )
}

const fullMinutes = 90

/** How far the match is, with a notch at half time. */
function Timeline({ minute }: { minute: number | null }) {
  const share = Math.min(1, (minute ?? 0) / fullMinutes)
  return (
    <div aria-hidden="true" className="relative mt-9 mb-10 h-3 rounded-full bg-surface-3">
      <div
        className="h-full rounded-full bg-linear-to-r from-live/40 to-live transition-[width] duration-(--dur-4)"
        style={{ width: `${share * 100}%` }}
      />
      <span className="absolute start-1/2 -top-2 h-7 w-2 bg-surface-1" />
    </div>
  )
}
