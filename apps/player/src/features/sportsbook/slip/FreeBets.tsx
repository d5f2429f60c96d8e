import { Button } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import type { CombinedBet } from './combined-rules.ts'
import { type FreeBet, type FreeBetTarget, freeBetTarget, offeredFor, paysFor } from './free-bet-rules.ts'
import { placeCombined, placeSlip, usePlacing } from './place-slip.ts'
import type { StakedLeg } from './slip-rules.ts'

type Props = { legs: readonly StakedLeg[]; combined: CombinedBet | undefined }

/** The player's free bets for this slip: each places it with its own stake. */
export function FreeBets({ legs, combined }: Props) {
  const t = useText()
  const { money, price, dayTime } = useFormat()
  const busy = usePlacing((state) => state.busy)
  const enabled = useIsLoggedIn()
  const { data = [] } = useCall('GET /api/app/sportsbook/freeBets', { loading: false }, { enabled })
  const target = freeBetTarget(legs, combined)
  const offered = enabled && target ? offeredFor(data, target) : []
  if (!target || offered.length === 0) return null
  const bets = offered.map((free) => (
    <div key={free.freeBetId} className="grid gap-4 px-4">
      <Button
        kind="secondary"
        size="m"
        disabled={busy || !target.isReady || !paysFor(free, target)}
        onClick={() => placeFree(target, free)}
      >
        {t('sportsbook.freeBet.place', { amount: money(free.stakeCents) })}
      </Button>
      <p className="text-12 text-text-2">
        {t('sportsbook.freeBet.terms', {
          times: free.wageredTimes,
          odds: price(free.minPriceMilli),
          time: dayTime(free.endsAt),
        })}
      </p>
    </div>
  ))
  return (
    <>
      {bets}
      <div className="px-4">
        <CountedShares only="shares" />
      </div>
    </>
  )
}

const placeFree = ({ kind, views }: FreeBetTarget, { freeBetId, stakeCents }: FreeBet): void => {
  const legs = views.map(({ leg }) => leg)
  const paid = { unitStakeCents: stakeCents, freeBetId }
  if (kind === 'parlay') void placeCombined(kind, { legs, folds: [legs.length], ...paid })
  else void placeSlip(legs.map((leg) => ({ leg, ...paid })))
}
