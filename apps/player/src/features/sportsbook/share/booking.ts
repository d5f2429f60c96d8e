import type { Calls } from '@palpite/contract'
import { hrefOf } from '../../../shared/paths.ts'
import type { SlipLeg } from '../slip-store.ts'

/** A shared slip at current prices. */
export type Booking = Calls['GET /api/app/sportsbook/booking/:code']['data']
export type BookedLeg = Booking['legs'][number]

/** The address that opens a code. */
export const bookingUrl = (code: string): string => `${location.origin}${hrefOf('footballPage', { code })}`

/** A leg in the form of the text functions. */
export const pickOf = ({ type: marketType, ...leg }: BookedLeg) => ({ ...leg, marketType })

/** What can be added to a slip: everything open or suspended. */
export const legsToPut = ({ legs }: Booking): SlipLeg[] =>
  legs.flatMap(({ type, state, priceMilli, selections, ...leg }) =>
    priceMilli !== null && (state === 'open' || state === 'suspended')
      ? [
          {
            outcomeId: leg.outcomeId,
            fixtureId: leg.fixtureId,
            home: leg.home,
            away: leg.away,
            title: leg.title,
            simulated: leg.simulated,
            marketType: type,
            period: leg.period,
            lineQuarters: leg.lineQuarters,
            side: leg.side,
            code: leg.code,
            name: leg.name,
            priceMilli,
            ...(leg.isBanker && { isBanker: true }),
            ...(selections && { selections }),
          },
        ]
      : [],
  )
