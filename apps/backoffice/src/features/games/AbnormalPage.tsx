import { useAddress } from '../../shared/address.ts'
import { usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { Page } from '../../shared/Page.tsx'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { RoundDrawer } from './RoundDrawer.tsx'
import { useRoundColumns } from './round-columns.tsx'
import { kindNames, kinds } from './game.ts'
import { GameTabs } from './GameTabs.tsx'

/** Rounds to look at: open ones that should be over, those given back, those that paid much; and what becomes of them. */
export function AbnormalPage() {
  const t = useText()
  const address = useAddress()
  const columns = useRoundColumns()
  const kind = kinds.find((one) => one === address.get('ver')) ?? 'stuck'
  const list = usePages('GET /api/backoffice/games/abnormalRounds', { kind })
  const openId = address.get('aberto')
  return (
    <Page
      title={t('games.abnormal.title')}
      note={t('games.abnormal.note')}
      drawer={
        openId && <RoundDrawer key={openId} roundId={openId} onClose={() => address.set({ aberto: '' })} />
      }
    >
      <GameTabs />
      <DataList
        title={t('games.abnormal.title')}
        columns={columns}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: openId, onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('games.abnormal.empty') }}
        filters={
          <Pick
            label={t('games.abnormal.kind')}
            value={kind}
            onChange={(next) => address.set({ ver: next, aberto: '' })}
            options={kinds.map((value) => ({ value, label: t(kindNames[value]) }))}
          />
        }
      />
    </Page>
  )
}
