import type { SportStates } from '@palpite/contract'
import { Countdown, Pattern, TeamCrest } from '@palpite/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Fixture, fixtureName, hasField, isLive } from '../../../shared/fixture.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { useText } from '../../../shared/text/text.ts'
import { Star } from '../list/Star.tsx'
import { useGoalMark } from '../list/use-goal-mark.ts'
import { RaceField } from '../scoreboard/RaceField.tsx'
import { ScoreTable } from '../scoreboard/ScoreTable.tsx'
import { SpokenScore } from '../scoreboard/SpokenScore.tsx'
import css from './Scoreboard.module.css'
import { Sides } from './Sides.tsx'
import { ProgressBar, Timeline } from './Timeline.tsx'

const dayMs = 86_400_000

/** Sides, score and progress. Scrolled past, it stays as one line. */
export function Scoreboard({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const board = useRef<HTMLElement>(null)
  const isPast = useScrolledPast(board)
  const { home, away, homeScore, awayScore, sport } = fixture
  const begun = homeScore !== null && awayScore !== null
  return (
    <>
      <section
        ref={board}
        aria-label={fixtureName(fixture)}
        className="hairline relative isolate overflow-hidden rounded-18 bg-surface-1 px-12 pt-14 pb-14"
      >
        <Pattern
          seed={63}
          columns={10}
          rows={5}
          className="absolute inset-0 -z-1 size-full text-surface-2 light:text-surface-2"
        />
        <div className="flex min-h-20 items-center justify-center gap-8 text-12">
          {isLive(fixture) && (
            <span className="rounded-6 bg-live px-6 py-2 text-10 font-700 text-on-live uppercase">
              {t('app.live.tag')}
            </span>
          )}
          {fixture.matchStatus !== 0 && <MatchClock fixture={fixture} />}
          {fixture.simulated && <SimulatedTag />}
        </div>
        {!hasField(fixture) && <Star fixture={fixture} className="absolute end-0 top-0" />}
        {hasField(fixture) ? (
          <RaceHead fixture={fixture} />
        ) : (
          <Sides
            home={home}
            away={away}
            crestOf={(team, side) => (
              <span className="relative">
                <TeamCrest team={team} className="size-56" />
                <Star fixture={fixture} side={side} className="absolute -end-32 -top-8" />
              </span>
            )}
          >
            {begun ? (
              <p className="flex items-center gap-8 text-40 font-800 tracking-tighter">
                <Figure goals={homeScore} />
                <span aria-hidden="true" className="text-24 text-text-3">
                  –
                </span>
                <Figure goals={awayScore} />
              </p>
            ) : (
              <Start fixture={fixture} />
            )}
          </Sides>
        )}
        {isLive(fixture) && sport === 'football' && <Timeline fixture={fixture} />}
        <ScoreTable fixture={fixture} />
      </section>
      <SpokenScore fixture={fixture} />
      {isPast && begun && <ShortBoard fixture={fixture} />}
    </>
  )
}

function Figure({ goals }: { goals: number }) {
  const figure = useGoalMark<HTMLSpanElement>(goals)
  return (
    <span ref={figure} className={css.figure}>
      {goals}
    </span>
  )
}

/** A match's start, with a countdown on the last day. */
function Start({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const { start } = useFormat()
  const { startsAt, isDayOnly, matchStatus } = fixture
  const endsAt = new Date(startsAt).getTime()
  const [begins] = useState(() => endsAt - Date.now())
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <time
        dateTime={startsAt}
        className="text-14 font-700 whitespace-nowrap narrow:whitespace-normal roomy:whitespace-normal"
      >
        {start(fixture, 'kickOff')}
      </time>
      {matchStatus === 0 && !isDayOnly && begins > 0 && begins < dayMs && (
        <span className="rounded-8 bg-brand-tint px-8 py-3 text-12 font-700 text-brand-text">
          <span className="sr-only">{t('sportsbook.event.startsIn')} </span>
          <Countdown endsAt={endsAt} />
        </span>
      )}
    </div>
  )
}

/** A race's title, start or distance, and runners. */
function RaceHead({ fixture }: { fixture: Fixture }) {
  const { state } = fixture
  return (
    <>
      <h2 className="pt-8 text-center text-18 font-800 tracking-tight">{fixtureName(fixture)}</h2>
      {fixture.state === null && (
        <div className="pt-6">
          <Start fixture={fixture} />
        </div>
      )}
      {state?.family === 'race' && isLive(fixture) && <RaceProgress state={state} />}
      {!fixture.isOutright && <RaceField fixture={fixture} />}
    </>
  )
}

/** A race's progress, as a bar and in metres. */
function RaceProgress({ state: { doneMetres, distanceMetres } }: { state: SportStates['race'] }) {
  const t = useText()
  return (
    <>
      <ProgressBar share={distanceMetres === 0 ? 0 : doneMetres / distanceMetres} className="mt-10" />
      <p className="pt-6 text-center text-12 font-700">
        {t('sportsbook.tracker.done', { done: doneMetres, distance: distanceMetres })}
      </p>
    </>
  )
}

/** A long name wraps to two lines at word boundaries if they fit. */
const sideOfShort = 'min-w-0 py-4 leading-tight text-balance wrap-anywhere'

/** The board in one line below the top bar. */
function ShortBoard({ fixture }: { fixture: Fixture }) {
  const { home, away, homeScore, awayScore } = fixture
  return (
    <div
      aria-hidden="true"
      className="bar frame-fixed top-56 z-29 flex min-h-44 items-center justify-center gap-8 px-12 text-13 font-700"
    >
      <TeamCrest team={home} className="size-18 shrink-0 narrow:hidden" />
      <span className={sideOfShort}>{home}</span>
      <span className="grid shrink-0 justify-items-center leading-tight whitespace-nowrap">
        <span className="text-16 font-800">
          {homeScore} – {awayScore}
        </span>
        {isLive(fixture) && (
          <span className="text-10">
            <MatchClock fixture={fixture} />
          </span>
        )}
      </span>
      <span className={sideOfShort}>{away}</span>
      <TeamCrest team={away} className="size-18 shrink-0 narrow:hidden" />
    </div>
  )
}

/** Whether an element has scrolled behind the top bar. */
const useScrolledPast = (node: RefObject<HTMLElement | null>): boolean => {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!node.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => entry && setIsPast(!entry.isIntersecting && entry.boundingClientRect.top < 0),
      { threshold: 0.35 },
    )
    watcher.observe(node.current)
    return () => watcher.disconnect()
  }, [node])
  return isPast
}
