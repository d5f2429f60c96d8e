import { type Sport, SPORTS } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import type { MainMarket, SportAdapter } from './adapter.ts'
import { baseball } from './baseball.ts'
import { boxing } from './boxing.ts'
import { cricket } from './cricket.ts'
import { football } from './football.ts'
import { americanFootball, basketball } from './quarters.ts'
import { outright } from './outright.ts'
import { racing } from './racing.ts'
import { badminton, tableTennis, tennis, volleyball } from './sets.ts'
import { snooker } from './snooker.ts'

/** Adapters stand in one table, whatever their models and states: each reads its own and nobody else's. */
const adapters: Readonly<Record<Sport | 'outright', SportAdapter>> = {
  football,
  basketball,
  tennis,
  boxing,
  snooker,
  baseball,
  volleyball,
  badminton,
  american_football: americanFootball,
  table_tennis: tableTennis,
  cricket,
  racing,
  outright,
}

/** The adapter of a sport; that of who wins a competition is its own, whatever the sport. */
export const sportOf = (sport: string): SportAdapter =>
  present(adapters[sport as Sport], `the adapter of ${sport}`)

/** The name that the adapter of a fixture goes by. */
export const adapterName = ({ sport, isOutright }: { sport: Sport; isOutright?: boolean | undefined }) =>
  isOutright ? 'outright' : sport

/** The main markets of all sports: types are named after their sport, so that one list serves a query. */
export const mainMarketsOfAll: readonly MainMarket[] = [
  ...SPORTS.flatMap((sport) => adapters[sport].main),
  ...outright.main,
]

/** The sports that can be offered. */
export const offeredSports: readonly Sport[] = SPORTS
