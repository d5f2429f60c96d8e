import { ROW_DIFFICULTIES, type RowDifficulty, rowReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { anyShare } from '../../../shared/any-share.ts'
import { api } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/text/text.ts'
import { roundAnswered } from '../auto/round-answered.ts'
import { useAuto, useAutoMode } from '../auto/use-auto.ts'
import { useHundredths } from '../hundredths.ts'
import { PacedTable } from '../paced/PacedTable.tsx'
import { oneOf } from '../paced/tile-after-key.ts'
import { type PacedCalls, usePacedRound } from '../paced/use-paced-round.ts'
import { shareOf } from '../paced/worth.ts'
import { useReportSetting } from '../shell/chosen-setting.ts'
import { GameShell } from '../shell/GameShell.tsx'
import { type GameTerms, useRounds } from '../shell/use-game.ts'
import { useStake } from '../shell/use-stake.ts'
import { Difficulty } from './Difficulty.tsx'
import { pathAfter, pathOdds, pathTower, rowFactor, rowsClimbed, rowStakeBounds, towerOf } from './tower.ts'
import { Tower } from './Tower.tsx'
import { TowerResult, useTowerWords } from './TowerResult.tsx'

const quietly = { loading: false, inline: true } as const

const calls: PacedCalls<'rowDouble'> = {
  begin: (requestId, stakeCents, { difficulty }) =>
    api('POST /api/app/games/rowDouble/betPlay', { body: { requestId, stakeCents, difficulty }, ...quietly }),
  step: (requestId, roundId, tile) =>
    api('POST /api/app/games/rowDouble/step', { body: { requestId, roundId, tile }, ...quietly }),
}

const firstDifficulty: RowDifficulty = 'hard'
const returned = { returnToPlayer: shareOf(rowReturnToPlayer(firstDifficulty, 1)) }

/** Row double: climb nine rows, one tile each, cash out after any. The server decides everything. */
export function RowDoublePage() {
  return (
    <GameShell game="rowDouble" returned={returned}>
      {(terms) => <RowDoubleTable terms={terms} />}
    </GameShell>
  )
}

function RowDoubleTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const hundredths = useHundredths()
  const { rounds, addRound } = useRounds('rowDouble')
  const [chosen, setChosen] = useState<RowDifficulty>(firstDifficulty)
  const [path, setPath] = useState<readonly number[]>([])
  const { round, isOpen, pending, isReading, isStopped, begin, step, playThrough } = usePacedRound(
    'rowDouble',
    calls,
    addRound,
  )
  const open = isOpen ? round : undefined
  const difficulty = open?.choice.difficulty ?? chosen
  useReportSetting('rowDouble', difficulty)
  const mode = useAutoMode()
  const stake = useStake(rowStakeBounds(difficulty, mode.isChosen ? Math.max(1, path.length) : 1, terms))
  const auto = useAuto({
    mode,
    stake,
    odds: pathOdds(difficulty, path.length),
    play: async (stakeCents) => roundAnswered(await playThrough(stakeCents, { difficulty: chosen }, path)),
  })
  const isChoosing = auto.isChosen && !auto.isRunning && !open
  // A finished climb disappears once another difficulty or path is chosen.
  const shown = round?.choice.difficulty === difficulty && !isChoosing ? round : undefined
  const climbed = shown ? rowsClimbed(shown) : 0
  const words = useTowerWords(shown)
  const factorOf = (of: number) => `${of % 100 === 0 ? of / 100 : hundredths(of)}×`
  const luck = (): void => {
    const tiles = Array.from({ length: ROW_DIFFICULTIES[difficulty].tiles }, (_, tile) => tile)
    step(oneOf(tiles, anyShare()) ?? 0)
  }
  return (
    <PacedTable
      terms={terms}
      rounds={rounds}
      stake={stake}
      auto={auto}
      open={open}
      steps={open?.state.picks.length ?? 0}
      chance={pathOdds(difficulty, open?.state.picks.length ?? path.length)?.chance}
      pending={pending}
      isReading={isReading}
      isStopped={isStopped}
      stage={
        <Tower
          rows={isChoosing ? pathTower(difficulty, path) : towerOf(difficulty, shown)}
          climbed={isChoosing ? path.length : climbed}
          pendingTile={pending?.kind === 'step' ? (pending.tile ?? undefined) : undefined}
          isLocked={pending !== undefined || isReading || auto.isRunning}
          isChoosing={isChoosing}
          factor={factorOf(rowFactor(difficulty))}
          onPick={(tile, row) => (isChoosing ? setPath(pathAfter(path, row, tile)) : step(tile))}
        >
          {shown && <TowerResult round={shown} />}
        </Tower>
      }
      words={words}
      choice={(isLocked) => (
        <Difficulty
          value={difficulty}
          onChange={(next) => {
            setChosen(next)
            // Rows of another difficulty have other tiles.
            setPath([])
          }}
          disabled={isLocked}
        />
      )}
      beginLabel={t('games.rowDouble.begin')}
      chooseLabel={t('games.rowDouble.choose')}
      onBegin={() => begin(stake.cents, { difficulty: chosen })}
      onCashOut={() => step(null)}
      onLuck={luck}
    />
  )
}
