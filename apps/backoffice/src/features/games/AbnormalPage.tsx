import { usePages } from '../../shared/ask-again.ts'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { kindNames } from './game.ts'
import { GameTabs } from './GameTabs.tsx'
import { RoundDrawer } from './RoundDrawer.tsx'
import { useRoundColumns } from './rounds.tsx'

/** Rounds to review: overdue open ones, refunded ones, very large payouts; with actions. */
export function AbnormalPage() {
  const t = useText()
  const kind = useChoice('ver', kindNames)
  return (
    <ListPage
      title={t('nav.games.name')}
      note={t('games.abnormal.note')}
      listTitle={t('games.abnormal.title')}
      tabs={<GameTabs />}
      columns={useRoundColumns()}
      list={usePages('GET /api/backoffice/games/abnormalRounds', { kind })}
      keyOf={({ id }) => String(id)}
      drawer={({ key, close }) => <RoundDrawer key={key} roundId={key} onClose={close} />}
      empty={{ title: t('games.abnormal.empty') }}
      filters={<Choice name="ver" head="games.abnormal.kind" words={kindNames} />}
    />
  )
}
