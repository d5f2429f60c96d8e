import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A round of a small game, of any player. */
export type Round = DataOf<'GET /api/backoffice/rounds'>['items'][number]

export const gameNames: Readonly<Record<Round['game'], TextKey>> = {
  mines: 'game.mines.name',
  dice: 'game.dice.name',
  limbo: 'game.limbo.name',
  luckyColor: 'game.luckyColor.name',
  rowDouble: 'game.rowDouble.name',
  double: 'game.double.name',
}
export const games = Object.keys(gameNames) as readonly Round['game'][]

export const stateNames: Readonly<Record<Round['status'], TextKey>> = {
  open: 'plays.state.open',
  won: 'plays.state.won',
  lost: 'plays.state.lost',
  refunded: 'plays.state.refunded',
}
export const states = Object.keys(stateNames) as readonly Round['status'][]

export const stateTones: Readonly<Record<Round['status'], Tone>> = {
  open: 'info',
  won: 'win',
  lost: 'neutral',
  refunded: 'warn',
}
