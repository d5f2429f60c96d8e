import { StatusTag, type Tone } from '@palpite/ui'
import type { ReactNode } from 'react'
import { PlayerLink } from './PlayerLink.tsx'
import type { TextKey, useText } from './text.ts'

/** A list column. The first is the row's name and opens it. */
export type ListColumn<Row> = {
  id: string
  head: TextKey
  cell: (row: Row) => ReactNode
  /** Figures are right-aligned. */
  isFigure?: boolean
  /** The value in an exported file; a column without it is omitted there. */
  csv?: (row: Row) => string
}

type Of<Row, Value> = { id: string; head: TextKey; of: (row: Row) => Value }

/** A text column, the same on screen and in a file. */
export const wordColumn = <Row,>({ id, head, of }: Of<Row, string>): ListColumn<Row> => ({
  id,
  head,
  cell: of,
  csv: of,
})

/** A column of whole numbers: grouped on screen, plain in a file. */
export const figureColumn = <Row,>(
  { id, head, of }: Of<Row, number>,
  format: { number: (value: number) => string },
): ListColumn<Row> => ({
  id,
  head,
  isFigure: true,
  cell: (row) => format.number(of(row)),
  csv: (row) => String(of(row)),
})

/** A column of amounts: `R$ 1.234,56` on screen, a dash for none, `1234.56` in a file. */
export const moneyColumn = <Row,>(
  { id, head, of }: Of<Row, number | null>,
  format: { money: (cents: number) => string },
): ListColumn<Row> => ({
  id,
  head,
  isFigure: true,
  cell: (row) => {
    const cents = of(row)
    return cents === null ? '–' : format.money(cents)
  },
  csv: (row) => {
    const cents = of(row)
    return cents === null ? '' : (cents / 100).toFixed(2)
  },
})

/** A column of times: formatted by `shown`, a dash for none, raw in the CSV. */
export const momentColumn = <Row,>(
  { id, head, of }: Of<Row, string | null>,
  shown: (at: string) => string,
): ListColumn<Row> => ({
  id,
  head,
  cell: (row) => {
    const at = of(row)
    return at === null ? '–' : shown(at)
  },
  csv: (row) => of(row) ?? '',
})

type Tagged<Row, Value extends string> = Omit<Of<Row, Value>, 'head'> & {
  head?: TextKey
  names: Readonly<Record<Value, TextKey>>
  tones: Readonly<Record<Value, Tone>>
}

/** A row's state: a tag on screen, the server's word in a file. */
export const tagColumn = <Row, Value extends string>(
  { id, head = 'list.column.state', of, names, tones }: Tagged<Row, Value>,
  t: ReturnType<typeof useText>,
): ListColumn<Row> => ({
  id,
  head,
  cell: (row) => <StatusTag tone={tones[of(row)]}>{t(names[of(row)])}</StatusTag>,
  csv: of,
})

/** A row's player. As first column it opens the row, so it cannot be a link. */
export const playerColumn = <Row extends { playerId: number }>({
  isFirst = false,
} = {}): ListColumn<Row> => ({
  id: 'player',
  head: 'list.column.player',
  cell: ({ playerId }) => (isFirst ? `#${playerId}` : <PlayerLink playerId={playerId} />),
  csv: ({ playerId }) => String(playerId),
})
