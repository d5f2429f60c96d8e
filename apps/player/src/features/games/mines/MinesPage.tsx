import { entryOfCents } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { PlayAction } from '../paced/PlayAction.tsx'
import { anyShare, oneOf } from '../paced/tile-after-key.ts'
import { type PacedCalls, usePacedRound } from '../paced/use-paced-round.ts'
import { worthCents } from '../paced/worth.ts'
import { RoundStrip } from '../RoundStrip.tsx'
import { GameShell } from '../shell/GameShell.tsx'
import { GameTable } from '../shell/GameTable.tsx'
import { type GameTerms, useRounds } from '../shell/use-game.ts'
import { useStake } from '../shell/use-stake.ts'
import { StakeField } from '../StakeField.tsx'
import { MineCount } from './MineCount.tsx'
import { closedTiles, minesStakeBounds } from './mines-board.ts'
import { MinesBoard } from './MinesBoard.tsx'
import { MinesResult, useMinesWords } from './MinesResult.tsx'
import { MinesStatus } from './MinesStatus.tsx'

const quietly = { loading: false, inline: true } as const

const calls: PacedCalls<'mines'> = {
  begin: (requestId, stakeCents, { mineCount }) =>
    api('POST /api/app/games/mines/betPlay', { body: { requestId, stakeCents, mineCount }, ...quietly }),
  step: (requestId, roundId, tile) =>
    api('POST /api/app/games/mines/step', { body: { requestId, roundId, tile }, ...quietly }),
}

/** Mines: choose how many, stake, open tiles, take the money before a mine does. Everything that counts comes from the server. */
export function MinesPage() {
  return <GameShell game="mines">{(terms) => <MinesTable terms={terms} />}</GameShell>
}

function MinesTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const format = useFormat()
  const { rounds, addRound } = useRounds('mines')
  const [count, setCount] = useState(3)
  const { round, isOpen, pending, isReading, begin, step } = usePacedRound('mines', calls, addRound)
  const open = isOpen ? round : undefined
  const mineCount = open?.choice.mineCount ?? count
  const stake = useStake(minesStakeBounds(mineCount, terms))
  const isLocked = pending !== undefined || isReading
  // A round that is over goes from the board as soon as another count of mines is chosen.
  const shown = round?.choice.mineCount === mineCount ? round : undefined
  const words = useMinesWords(shown)
  const luck = (): void => {
    const tile = open && oneOf(closedTiles(open), anyShare())
    if (tile !== undefined) step(tile)
  }
  return (
    <GameTable
      terms={terms}
      strip={
        <RoundStrip
          rounds={rounds.filter(({ status }) => status !== 'open')}
          textOf={({ multiplierE4 }) => format.multiplier(multiplierE4)}
          label={t('games.rounds.label')}
        />
      }
      stage={
        <>
          <MinesBoard
            round={shown}
            pendingTile={pending?.kind === 'step' ? (pending.tile ?? undefined) : undefined}
            isLocked={isLocked}
            onOpen={step}
          >
            {shown && <MinesResult round={shown} />}
          </MinesBoard>
          <MinesStatus round={shown} mineCount={mineCount} />
          <p role="status" className="sr-only">
            {words}
          </p>
        </>
      }
      panel={
        <div className="grid min-w-0 gap-8 data-open:tiny:hidden" data-open={isOpen || undefined}>
          <StakeField
            stake={open ? { ...stake, entry: entryOfCents(open.stakeCents), problem: undefined } : stake}
            disabled={isOpen || isLocked}
          />
          <MineCount count={mineCount} onCount={setCount} disabled={isOpen || isLocked} />
        </div>
      }
      action={
        <PlayAction
          stake={stake}
          beginLabel={t('games.mines.begin')}
          chooseLabel={t('games.mines.choose')}
          open={
            open && {
              stakeCents: open.stakeCents,
              worthCents: open.state.opened.length > 0 ? worthCents(open) : undefined,
            }
          }
          isBusy={isReading || (pending !== undefined && (pending.kind === 'begin' || pending.tile === null))}
          onBegin={() => begin(stake.cents, { mineCount: count })}
          onTake={() => step(null)}
          onLuck={open && !isLocked ? luck : undefined}
        />
      }
    />
  )
}
