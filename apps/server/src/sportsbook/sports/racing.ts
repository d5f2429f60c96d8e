import { sportStates, type SportStates } from '@palpite/contract'
import { chancesInPlay, FINAL_METRES } from '@palpite/odds/models'
import * as z from 'zod/mini'
import { fieldSport, type Share } from './field.ts'

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
  inPlay: chancesOnTheWay,
})

/** Who is no longer among the runners has no chance left; in the last metres nobody is priced. */
function chancesOnTheWay(
  shares: readonly Share[],
  { distanceMetres, doneMetres, order, behindCm, finishes }: SportStates['race'],
): readonly number[] | undefined {
  if (!behindCm || behindCm.length !== order.length || finishes) return undefined
  if (distanceMetres - doneMetres <= FINAL_METRES) return undefined
  const behindOf = new Map(order.map((runner, at) => [runner, behindCm[at] ?? 0]))
  const win = shares.map(({ place, chance }) => (behindOf.has(place) ? chance : 0))
  if (!win.some((chance) => chance > 0)) return undefined
  return chancesInPlay(win, {
    done: doneMetres / distanceMetres,
    behindCm: shares.map(({ place }) => behindOf.get(place) ?? 0),
  })
}
