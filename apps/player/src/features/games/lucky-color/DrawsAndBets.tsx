import { Segmented } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Standing } from '../room/use-game-room.ts'
import { usePickName } from '../room/use-pick-name.ts'
import { Ball } from './Ball.tsx'
import { useDigitWords } from './use-digit-words.ts'

type Tab = 'draws' | 'bets'
const shown = 20

/** Below the board: the last twenty draws as tiles, or everybody's bets of this round. */
export function DrawsAndBets({ room }: { room: Standing }) {
  const t = useText()
  const [tab, setTab] = useState<Tab>('draws')
  return (
    <section aria-label={t('rooms.page.more')} className="grid gap-10">
      <Segmented<Tab>
        label={t('rooms.page.more')}
        value={tab}
        onChange={setTab}
        options={[
          { value: 'draws', label: t('lucky.page.draws') },
          { value: 'bets', label: t('lucky.page.allBets') },
        ]}
      />
      {tab === 'draws' ? <Draws history={room.history} /> : <AllBets room={room} />}
    </section>
  )
}

function Draws({ history }: Pick<Standing, 'history'>) {
  const t = useText()
  const words = useDigitWords()
  if (history.length === 0) return <p className="text-13 text-text-2">{t('rooms.page.noHistory')}</p>
  return (
    <ol aria-label={t('games.rounds.label')} className="grid grid-cols-5 gap-6">
      {history.slice(0, shown).map(({ sharedRoundId, outcome, place }) => (
        <li
          key={sharedRoundId}
          className="relative grid justify-items-center gap-2 rounded-11 bg-surface-1 p-6"
        >
          {outcome === null ? (
            <span className="text-11">{t('rooms.result.notDrawn')}</span>
          ) : (
            <Ball digit={outcome} />
          )}
          <span className="sr-only">{outcome !== null && words(outcome)}</span>
          <span className="text-10 text-text-2">{place + 1}</span>
        </li>
      ))}
    </ol>
  )
}

function AllBets({ room }: { room: Standing }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  const bets = room.bets.filter(({ sharedRoundId }) => sharedRoundId === room.round?.sharedRoundId)
  if (bets.length === 0) return <p className="text-13 text-text-2">{t('rooms.page.nobody')}</p>
  return (
    <ul className="grid gap-4 text-13">
      {bets.map(({ who, pick, stakeCents }, at) => (
        // Two bets of one player are told apart by their place alone.
        <li key={`${who} ${at}`} className="flex justify-between rounded-11 bg-surface-1 px-12 py-8">
          <span>
            {who} · {nameOf(pick)}
          </span>
          <span className="text-text-2">{format.money(stakeCents)}</span>
        </li>
      ))}
    </ul>
  )
}
