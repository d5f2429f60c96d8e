import { Button } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { useAddress } from '../../../shared/address.ts'
import { useAsked, wholeList } from '../../../shared/ask-again.ts'
import { useFormat } from '../../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  momentColumn,
  moneyColumn,
  tagColumn,
  wordColumn,
} from '../../../shared/list-column.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useMay } from '../../../shared/me.ts'
import { useText } from '../../../shared/text.ts'
import { GameTabs } from '../GameTabs.tsx'
import { NewStudio } from './NewStudio.tsx'
import { keyStateOf, type Studio, studioStateNames, studioStateOf, studioStateTones } from './studio.ts'
import { StudioDrawer } from './StudioDrawer.tsx'

/** The studios on our wallet: state, keys and account. */
export function StudiosPage() {
  const t = useText()
  const address = useAddress()
  const mayManage = useMay('studios.manage')
  return (
    <ListPage
      title={t('nav.games.name')}
      note={t('studios.page.note')}
      listTitle={t('studios.tab.name')}
      tabs={<GameTabs />}
      aside={
        mayManage && (
          <Button size="s" onClick={() => address.set({ aberto: 'novo:' })}>
            {t('studios.add.open')}
          </Button>
        )
      }
      columns={useColumns()}
      list={wholeList(useAsked('GET /api/backoffice/studios', { query: {} }))}
      keyOf={({ studioId }) => studioId}
      drawer={({ key, row, close }) =>
        key === 'novo:' ? (
          <NewStudio onClose={close} />
        ) : (
          row && <StudioDrawer key={row.studioId} studio={row} onClose={close} />
        )
      }
      empty={{ title: t('games.studios.empty') }}
    />
  )
}

const validKeys = ({ keys }: Studio) => keys.filter(({ isGood }) => isGood)

/** When the newest valid key was made. */
const newestKeyOf = (studio: Studio): string | null =>
  validKeys(studio)
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1) ?? null

function useColumns(): readonly ListColumn<Studio>[] {
  const t = useText()
  const format = useFormat()
  const [now] = useState(() => new Date())
  return useMemo(
    () => [
      wordColumn({ id: 'name', head: 'games.column.studio', of: ({ name }) => name }),
      wordColumn({ id: 'id', head: 'studios.field.id', of: ({ studioId }) => studioId }),
      tagColumn({ id: 'state', of: studioStateOf, names: studioStateNames, tones: studioStateTones }, t),
      figureColumn(
        { id: 'keys', head: 'studios.column.keys', of: (studio) => validKeys(studio).length },
        format,
      ),
      figureColumn(
        {
          id: 'waiting',
          head: 'studios.column.waiting',
          of: ({ keys }) => keys.filter((key) => keyStateOf(key, now) === 'waits').length,
        },
        format,
      ),
      momentColumn({ id: 'age', head: 'studios.column.age', of: newestKeyOf }, format.age),
      figureColumn({ id: 'games', head: 'nav.games.name', of: ({ games }) => games.length }, format),
      moneyColumn(
        { id: 'account', head: 'games.column.account', of: ({ accountCents }) => accountCents },
        format,
      ),
      wordColumn({ id: 'origin', head: 'studios.field.origin', of: ({ baseUrl }) => baseUrl }),
    ],
    [t, format, now],
  )
}
