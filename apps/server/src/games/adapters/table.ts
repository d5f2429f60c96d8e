import type { GameCode } from '@palpite/contract'
import type { GameAdapter } from './adapter.ts'
import { dice } from './dice.ts'
import { double } from './double.ts'
import { limbo } from './limbo.ts'
import { luckyColor } from './lucky-color.ts'
import { mines } from './mines.ts'
import { rowDouble } from './row-double.ts'

/** Every small game by its code. Whoever plays, verifies or shows a round finds its rules here. */
export const adapters: Readonly<Record<GameCode, GameAdapter>> = {
  mines,
  dice,
  limbo,
  luckyColor,
  rowDouble,
  double,
}
