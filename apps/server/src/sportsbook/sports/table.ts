import { type Sport, SPORTS } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import type { MainMarket, SportAdapter } from './adapter.ts'
import { baseball } from './baseball.ts'
import { boxing } from './boxing.ts'
import { cricket } from './cricket.ts'
import { football } from './football.ts'
import { americanFootball, basketball } from './quarters.ts'
import { racing } from './racing.ts'
import { badminton, tableTennis, tennis, volleyball } from './sets.ts'
import { snooker } from './snooker.ts'

/** Adapters stand in one table, whatever their models and states: each reads its own and nobody else's. */
const adapters: Readonly<Record<Sport, SportAdapter>> = {
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
}

/** The adapter of a sport. */
export const sportOf = (sport: string): SportAdapter =>
  present(adapters[sport as Sport], `the adapter of ${sport}`)

/** The main markets of all sports: types are named after their sport, so that one list serves a query. */
export const mainMarketsOfAll: readonly MainMarket[] = SPORTS.flatMap((sport) => adapters[sport].main)

/** The sports that can be offered. */
export const offeredSports: readonly Sport[] = SPORTS
