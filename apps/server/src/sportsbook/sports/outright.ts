import { sportStates } from '@palpite/contract'
import * as z from 'zod/mini'
import { fieldSport } from './field.ts'

const chances = z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.minLength(2), z.maxLength(60))

/**
 * The chance of each to win the competition, by number from 1 on; who can win it no more has none. And to take one of the
 * places that are paid: late in a season who is far behind the first may be all but sure of one.
 */
const models = z.object({ chances, placed: z.optional(chances) })

/** Who wins a competition, of whatever sport. */
export const outright = fieldSport({
  sport: 'outright',
  states: sportStates.outright,
  models,
  win: 'outright.winner',
})
