import type { ComponentType } from 'react'
import type { SmallGame } from '../../../shared/small-games.ts'
import { MinesPayTable } from '../mines/MinesPayTable.tsx'
import { RowPayTable } from '../row-double/RowPayTable.tsx'

/** The pay tables that stand among the rules: of games whose pay depends on more than one figure can say. */
export const payTables: Readonly<Partial<Record<SmallGame, ComponentType>>> = {
  mines: MinesPayTable,
  rowDouble: RowPayTable,
}
