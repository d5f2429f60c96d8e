import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  moneyColumn,
  momentColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { relationWords } from '../../shared/relation-words.ts'
import { useText } from '../../shared/text.ts'
import { centsOfHeld, type Held, HeldDrawer } from './HeldDrawer.tsx'

const keyOf = ({ earnerId, playerId }: Held) => `${earnerId}-${playerId}`

/** Commission that is held because two accounts look related, by earner and by whose stakes it came from. */
export function HeldPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.held.name')}
      note={t('held.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/commission/held')}
      keyOf={keyOf}
      drawer={({ row, close }) => row && <HeldDrawer key={keyOf(row)} held={row} onClose={close} />}
      empty={{ title: t('held.list.empty') }}
    />
  )
}

function useColumns(): readonly ListColumn<Held>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'earner', head: 'held.column.earner', of: ({ earnerId }) => `#${earnerId}` }),
      {
        id: 'player',
        head: 'held.column.from',
        cell: ({ playerId }) => <PlayerLink playerId={playerId} />,
        csv: ({ playerId }) => String(playerId),
      },
      figureColumn({ id: 'level', head: 'held.column.level', of: ({ level }) => level }, format),
      {
        id: 'reasons',
        head: 'held.column.reasons',
        cell: ({ reasons }) => relationWords(reasons, t),
        csv: ({ reasons }) => reasons.join(' '),
      },
      moneyColumn({ id: 'amount', head: 'held.column.amount', of: centsOfHeld }, format),
      momentColumn({ id: 'since', head: 'held.column.since', of: ({ since }) => since }, format.date),
    ],
    [t, format],
  )
}
