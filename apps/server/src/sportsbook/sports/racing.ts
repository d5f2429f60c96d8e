import { sportStates } from '@palpite/contract'
import * as z from 'zod/mini'
import { fieldSport } from './field.ts'

/** The chance of each runner to win, by number from 1 on; with its weight handicapped more places are paid. Feeds keep more in it. */
const models = z.looseObject({
  chances: z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.minLength(2), z.maxLength(40)),
  isHandicap: z.optional(z.boolean()),
})

export const racing = fieldSport({
  sport: 'racing',
  states: sportStates.race,
  models,
  win: 'racing.win',
  place: 'racing.place',
})
