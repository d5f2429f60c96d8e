import { TeamCrest } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { SimulatedTag } from '../../../shared/match/SimulatedTag.tsx'
import { eventHref } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { legMarket } from '../builder/builder-words.ts'
import { SelectionList } from '../builder/SelectionList.tsx'
import type { Bet } from './bet.ts'

type Leg = Bet['legs'][number]

/** One leg of a bet with its match: the market, and how it stands or ended. Leads to the match. */
export function BetLeg({ leg, isOpen }: { leg: Leg; isOpen: boolean }) {
  const t = useText()
  const { dayTime } = useFormat()
  // While the bet is open the socket keeps this match fresh.
  const match = useCall(
    'GET /api/app/sportsbook/fixture/:fixtureId',
    { params: { fixtureId: leg.fixtureId }, loading: false },
    { enabled: isOpen },
  )
  const standing = (isOpen && match.data) || leg
  const { matchStatus, homeScore, awayScore } = standing
  const teams = [
    { name: leg.home, score: homeScore },
    { name: leg.away, score: awayScore },
  ]
  return (
    <Link href={eventHref(leg.fixtureId)} className="block rounded-11 bg-surface-2 p-10">
      <p className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 pb-4 text-12 text-text-2">
        <span className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {legMarket(t, leg)}
          {leg.simulated && <SimulatedTag />}
        </span>
        {matchStatus === 0 ? (
          <time dateTime={leg.startsAt}>{dayTime(leg.startsAt)}</time>
        ) : (
          <MatchClock fixture={standing} />
        )}
      </p>
      {leg.selections && (
        <div className="pb-6">
          <SelectionList of={leg} selections={leg.selections} isOpen={isOpen} />
        </div>
      )}
      {teams.map(({ name, score }) => (
        <span key={name} className="flex min-h-24 items-center gap-6 text-14 font-600">
          <TeamCrest team={name} className="size-18" />
          <span className="min-w-0 flex-1">{name}</span>
          {score !== null && <span className="font-800">{score}</span>}
        </span>
      ))}
    </Link>
  )
}
