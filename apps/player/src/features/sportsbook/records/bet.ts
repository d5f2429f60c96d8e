import type { Calls } from '@palpite/contract'

/** A bet on the wire. */
export type Bet = Calls['GET /api/app/sportsbook/bets/:betId']['data']
