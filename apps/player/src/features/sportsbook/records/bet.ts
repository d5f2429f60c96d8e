import type { Calls } from '@palpite/contract'

/** A bet as its player sees it. */
export type Bet = Calls['GET /api/app/sportsbook/bets/:betId']['data']
