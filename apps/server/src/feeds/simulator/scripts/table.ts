import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { seededRandom } from '../seeded-random.ts'
import { baseball } from './baseball.ts'
import { boxing } from './boxing.ts'
import { cricket } from './cricket.ts'
import { football } from './football.ts'
import { americanFootball, basketball } from './quarters.ts'
import { racing } from './racing.ts'
import { badminton, tableTennis, volleyball } from './rallies.ts'
import type { Script, SportScript } from './script.ts'
import { snooker } from './snooker.ts'
import { tennis } from './tennis.ts'

/** How each sport is played, whatever its models and states: each script reads its own and nobody else's. */
export const sportScripts: Readonly<Record<Sport, SportScript<never, SportState>>> = {
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

/** The match that follows from a model and a seed: the same every time. */
export const scriptOf = (sport: Sport, model: unknown, seed: string): Script<SportState> => [
  ...sportScripts[sport].moments(model as never, seededRandom(seed)),
]
