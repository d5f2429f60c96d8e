import type { ComponentType } from 'react'
import type { SmallGame } from '../../../shared/small-games.ts'
import { DicePayTable } from '../dice/DicePayTable.tsx'
import { LimboPayTable } from '../limbo/LimboPayTable.tsx'
import { MinesPayTable } from '../mines/MinesPayTable.tsx'
import { RowPayTable } from '../row-double/RowPayTable.tsx'

/** The pay tables in the rules of each game decided by the player's seeds. */
export const payTables: Readonly<Partial<Record<SmallGame, ComponentType>>> = {
  dice: DicePayTable,
  limbo: LimboPayTable,
  mines: MinesPayTable,
  rowDouble: RowPayTable,
}
