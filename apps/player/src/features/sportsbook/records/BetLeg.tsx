import { StatusTag, TeamCrest } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { eventHref } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { legMarket, legPick } from '../builder/builder-words.ts'
import { SelectionList } from '../builder/SelectionList.tsx'
import { matchName } from '../match-name.ts'
import { resultView } from '../result-views.ts'
import type { Bet } from './bet.ts'

type Leg = Bet['legs'][number]

type Props = {
  leg: Leg
  isOpen: boolean
  /** The only leg: its pick and price are shown above. */
  isAlone: boolean
}

/** A bet's leg with its match: pick, result, score. Links to the match. */
export function BetLeg({ leg, isOpen, isAlone }: Props) {
  const t = useText()
  const { start, price } = useFormat()
  // While the bet is open the socket keeps this match current; a cached copy may be from before kick-off.
  const match = useCall(
    'GET /api/app/sportsbook/fixture/:fixtureId',
    { params: { fixtureId: leg.fixtureId }, loading: false },
    { enabled: isOpen, staleTime: 0 },
  )
  const matchState = (isOpen && match.data) || leg
  const { matchStatus } = matchState
  return (
    <Link href={eventHref(leg.fixtureId)} className="block rounded-11 bg-surface-2 p-10 hover:bg-surface-3">
      {!isAlone && (
        <p className="flex items-baseline justify-between gap-8 pb-2">
          <span className="flex min-w-0 flex-wrap items-center gap-x-8 gap-y-2 text-14 font-700">
            {leg.selections ? t('sportsbook.builder.title') : legPick(t, leg)}
            {leg.isBanker && <StatusTag tone="neutral">{t('sportsbook.leg.banker')}</StatusTag>}
            <Became of={leg} isOpen={isOpen} />
          </span>
          <span className="text-14 font-800 text-brand-text">{price(leg.priceMilli)}</span>
        </p>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pb-4 text-12 text-text-2">
        <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {(isAlone || !leg.selections) && legMarket(t, leg)}
          {leg.simulated && <SimulatedTag />}
        </span>
        {matchStatus === 0 ? (
          <time dateTime={leg.startsAt}>{start(leg, 'dayTime')}</time>
        ) : (
          <MatchClock fixture={matchState} />
        )}
      </p>
      {leg.isPaidEarly && (
        <p className="pb-4">
          <StatusTag tone="win" icon="lightning-fill">
            {t('sportsbook.early.paid')}
          </StatusTag>
        </p>
      )}
      {leg.selections && (
        <div className="pb-6">
          <SelectionList of={leg} selections={leg.selections} isOpen={isOpen} />
        </div>
      )}
      {leg.home === '' ? (
        <Field of={leg} state={matchState.state} />
      ) : (
        <Sides of={leg} matchState={matchState} />
      )}
    </Link>
  )
}

type MatchScore = Pick<Leg, 'state' | 'homeScore' | 'awayScore'>

/** The sides with their scores. */
function Sides({ of: { home, away }, matchState }: { of: Leg; matchState: MatchScore }) {
  const sides = [
    { side: 'home', name: home, score: matchState.homeScore },
    { side: 'away', name: away, score: matchState.awayScore },
  ]
  return sides.map(({ side, name, score }) => (
    <span key={side} className="flex min-h-24 items-center gap-6 text-14 font-600">
      <TeamCrest team={name} className="size-18" />
      <span className="min-w-0 flex-1">{name}</span>
      {score !== null && <span className="font-800">{score}</span>}
    </span>
  ))
}

/** The title of a race or league winner, and the picked one's place. */
function Field({ of: leg, state }: { of: Leg; state: MatchScore['state'] }) {
  const t = useText()
  const finishes = state?.family === 'race' || state?.family === 'outright' ? state.finishes : null
  const finish = finishes?.find(({ runner }) => String(runner) === leg.code)
  return (
    <span className="flex min-h-24 items-center gap-6 text-14 font-600">
      <span className="min-w-0 flex-1">{matchName(t, leg)}</span>
      {finish && (
        <span className="font-800">
          {leg.name} {t('sportsbook.race.place', { count: finish.place })}
        </span>
      )}
    </span>
  )
}

/** A leg's result; open while its match may still decide it and the bet is open. */
function Became({ of: { result, matchStatus }, isOpen }: { of: Leg; isOpen: boolean }) {
  const t = useText()
  const isUndecided = result === 0 && matchStatus >= 0
  if (isUndecided && !isOpen) return null
  const view = resultView(isUndecided ? 'open' : 'settled', result)
  return (
    <StatusTag tone={view.tone} icon={view.icon}>
      {t(view.text)}
    </StatusTag>
  )
}
