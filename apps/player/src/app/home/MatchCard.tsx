import { TeamCrest } from '@palpite/ui'
import { type Fixture, inOrder, isLive, winnerMarket } from '../../shared/fixture.ts'
import { useFormat } from '../../shared/format/use-format.ts'
import { MatchClock } from '../../shared/match/MatchClock.tsx'
import { SimulatedTag } from '../../shared/match/SimulatedTag.tsx'
import { eventHref } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { useText } from '../../shared/text/text.ts'
import { PriceButton } from '../../features/sportsbook/index.ts'
import { MatchFrame, pricesRow } from './MatchFrame.tsx'

const winnerTexts: Readonly<Record<string, TextKey>> = {
  home: 'app.outcome.home',
  draw: 'app.outcome.draw',
  away: 'app.outcome.away',
}
const signs: Readonly<Record<string, string>> = { home: '1', draw: 'X', away: '2' }

/** A match on home: competition, score and match-winner prices. */
export function MatchCard({ fixture, frozen }: { fixture: Fixture; frozen: boolean }) {
  const t = useText()
  const { start } = useFormat()
  const market = winnerMarket(fixture)
  const live = isLive(fixture)
  return (
    <MatchFrame
      href={eventHref(fixture.fixtureId)}
      isLive={live}
      competition={fixture.competition}
      mark={fixture.simulated && <SimulatedTag />}
      time={
        live ? (
          <MatchClock fixture={fixture} />
        ) : (
          <time className="font-700 text-text">{start(fixture, 'dayTime')}</time>
        )
      }
      minute={fixture.clock?.minute ?? null}
      sides={[
        { name: fixture.home, crest: <TeamCrest team={fixture.home} />, score: fixture.homeScore },
        { name: fixture.away, crest: <TeamCrest team={fixture.away} />, score: fixture.awayScore },
      ]}
    >
      {market && (
        <div className={pricesRow}>
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
    </MatchFrame>
  )
}
