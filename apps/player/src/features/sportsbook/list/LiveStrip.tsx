import { Icon, Skeleton, TeamCrest } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { type Fixture, fixtureName } from '../../../shared/fixture.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { eventHref } from '../../../shared/paths.ts'
import { Row } from '../../../shared/row/Row.tsx'
import { sportViews } from '../../../shared/sports.ts'
import { useText } from '../../../shared/text/text.ts'
import { scoreLines } from '../scoreboard/score-lines.ts'
import { runnerName } from '../scoreboard/tracker-words.ts'

const pollMs = 10_000

/** Live matches of all sports in small cards. Empty without any; its space is reserved until loaded. */
export function LiveStrip() {
  const t = useText()
  const live = useCall('GET /api/app/sportsbook/live', { loading: false }, { refetchInterval: pollMs })
  if (live.isPending)
    return (
      <div className="px-12 pt-2 pb-6 wide:px-0">
        <Skeleton className="finger-46 rounded-14" />
      </div>
    )
  if (!live.data || live.data.length === 0) return null
  return (
    <Row as="nav" label={t('sportsbook.strip.label')}>
      <div className="no-bar flex snap-x scroll-px-12 gap-6 overflow-x-auto px-12 pt-2 pb-6 wide:px-0">
        {live.data.map((fixture) => (
          <LiveCard key={fixture.fixtureId} fixture={fixture} />
        ))}
      </div>
    </Row>
  )
}

function LiveCard({ fixture }: { fixture: Fixture }) {
  const { sport, competition, state } = fixture
  return (
    <Link
      href={eventHref(fixture.fixtureId)}
      title={competition}
      className="hairline flex finger-46 w-max min-w-216 shrink-0 snap-start items-center gap-8 rounded-14 bg-surface-1 px-8 py-3 whitespace-nowrap hover:bg-surface-2 roomy:min-w-276"
    >
      <span className="grid w-48 shrink-0 justify-items-center gap-2 text-center text-10 leading-tight text-text-2 roomy:w-92 [&_*]:whitespace-normal">
        <Icon name={sportViews[sport].icon} className="size-14" />
        <MatchClock fixture={fixture} />
      </span>
      <span className="flex-1">
        {sport === 'racing' ? (
          <>
            <span className="block text-12 font-600">{fixtureName(fixture)}</span>
            <span className="block text-12 text-text-2">
              {state?.family === 'race' &&
                state.order[0] !== undefined &&
                runnerName(fixture, state.order[0])}
            </span>
          </>
        ) : (
          (['home', 'away'] as const).map((side) => <Side key={side} fixture={fixture} side={side} />)
        )}
      </span>
    </Link>
  )
}

function Side({ fixture, side }: { fixture: Fixture; side: 'home' | 'away' }) {
  const name = fixture[side]
  const isInSets = fixture.state?.family === 'sets'
  const columns = isInSets ? scoreLines(fixture.state).columns : []
  return (
    <span className="flex min-h-19 items-center gap-5 text-12 font-600">
      <TeamCrest team={name} className="size-14" />
      <span className="flex-1">{name}</span>
      {columns.map(({ key, cells, isOpen }) => (
        <span
          key={key}
          data-open={isOpen || undefined}
          className="min-w-8 text-center font-700 data-open:text-brand-text"
        >
          {cells[side === 'home' ? 0 : 1]}
        </span>
      ))}
      {columns.length === 0 && (
        <span className="font-800">{fixture[side === 'home' ? 'homeScore' : 'awayScore']}</span>
      )}
    </span>
  )
}
