import { ROW_DIFFICULTIES, type RowDifficulty } from '@palpite/games'
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
import { Difficulty } from './Difficulty.tsx'
import { rowsClimbed, rowStakeBounds, towerOf } from './tower.ts'
import { Tower } from './Tower.tsx'
import { TowerResult, useTowerWords } from './TowerResult.tsx'

const quietly = { loading: false, inline: true } as const

const calls: PacedCalls<'rowDouble'> = {
  begin: (requestId, stakeCents, { difficulty }) =>
    api('POST /api/app/games/rowDouble/betPlay', { body: { requestId, stakeCents, difficulty }, ...quietly }),
  step: (requestId, roundId, tile) =>
    api('POST /api/app/games/rowDouble/step', { body: { requestId, roundId, tile }, ...quietly }),
}

/** Row double: a climb of nine rows, a tile in each, the money to be taken after any. Everything that counts comes from the server. */
export function RowDoublePage() {
  return <GameShell game="rowDouble">{(terms) => <RowDoubleTable terms={terms} />}</GameShell>
}

function RowDoubleTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const format = useFormat()
  const { rounds, addRound } = useRounds('rowDouble')
  const [chosen, setChosen] = useState<RowDifficulty>('hard')
  const { round, isOpen, pending, isReading, begin, step } = usePacedRound('rowDouble', calls, addRound)
  const open = isOpen ? round : undefined
  const difficulty = open?.choice.difficulty ?? chosen
  const stake = useStake(rowStakeBounds(difficulty, terms))
  const isLocked = pending !== undefined || isReading
  // A climb that is over goes from the tower as soon as another difficulty is chosen.
  const shown = round?.choice.difficulty === difficulty ? round : undefined
  const climbed = shown ? rowsClimbed(shown) : 0
  const words = useTowerWords(shown)
  const luck = (): void => {
    const tiles = Array.from({ length: ROW_DIFFICULTIES[difficulty].tiles }, (_, tile) => tile)
    step(oneOf(tiles, anyShare()) ?? 0)
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
          <Tower
            rows={towerOf(difficulty, shown)}
            climbed={climbed}
            pendingTile={pending?.kind === 'step' ? (pending.tile ?? undefined) : undefined}
            isLocked={isLocked}
            onPick={step}
          >
            {shown && <TowerResult round={shown} />}
          </Tower>
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
          <Difficulty value={difficulty} onChange={setChosen} disabled={isOpen || isLocked} />
        </div>
      }
      action={
        <PlayAction
          stake={stake}
          beginLabel={t('games.rowDouble.begin')}
          chooseLabel={t('games.rowDouble.choose')}
          open={
            open && { stakeCents: open.stakeCents, worthCents: climbed > 0 ? worthCents(open) : undefined }
          }
          isBusy={isReading || (pending !== undefined && (pending.kind === 'begin' || pending.tile === null))}
          onBegin={() => begin(stake.cents, { difficulty: chosen })}
          onTake={() => step(null)}
          onLuck={open && !isLocked ? luck : undefined}
        />
      }
    />
  )
}
