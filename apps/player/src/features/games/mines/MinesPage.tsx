import { minesReturnBounds, minesReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { anyShare } from '../../../shared/any-share.ts'
import { api } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/text/text.ts'
import { roundAnswered } from '../auto/round-answered.ts'
import { useAuto, useAutoMode } from '../auto/use-auto.ts'
import { PacedTable } from '../paced/PacedTable.tsx'
import { oneOf } from '../paced/tile-after-key.ts'
import { type PacedCalls, usePacedRound } from '../paced/use-paced-round.ts'
import { shareOf } from '../paced/worth.ts'
import { useReportSetting } from '../shell/chosen-setting.ts'
import { GameShell } from '../shell/GameShell.tsx'
import { type GameTerms, useRounds } from '../shell/use-game.ts'
import { useStake } from '../shell/use-stake.ts'
import { MineCount } from './MineCount.tsx'
import { closedTiles, minesStakeBounds, patternAfter, patternOdds, patternWithin } from './mines-board.ts'
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

const firstCount = 3
const returned = {
  returnToPlayer: shareOf(minesReturnToPlayer(firstCount, 1)),
  returnBounds: minesReturnBounds(),
}

/** Mines: choose the count and stake, open tiles, cash out before a mine. The server decides everything. */
export function MinesPage() {
  return (
    <GameShell game="mines" returned={returned}>
      {(terms) => <MinesTable terms={terms} />}
    </GameShell>
  )
}

function MinesTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const { rounds, addRound } = useRounds('mines')
  const [count, setCount] = useState(firstCount)
  const [pattern, setPattern] = useState<readonly number[]>([])
  const { round, isOpen, pending, isReading, isStopped, begin, step, playThrough } = usePacedRound(
    'mines',
    calls,
    addRound,
  )
  const open = isOpen ? round : undefined
  const mineCount = open?.choice.mineCount ?? count
  useReportSetting('mines', mineCount)
  const mode = useAutoMode()
  const stake = useStake(minesStakeBounds(mineCount, mode.isChosen ? Math.max(1, pattern.length) : 1, terms))
  const auto = useAuto({
    mode,
    stake,
    odds: patternOdds(mineCount, pattern.length),
    play: async (stakeCents) => roundAnswered(await playThrough(stakeCents, { mineCount: count }, pattern)),
  })
  const isChoosing = auto.isChosen && !auto.isRunning && !open
  // A finished round disappears once another mine count or pattern is chosen.
  const shown = round?.choice.mineCount === mineCount && !isChoosing ? round : undefined
  const words = useMinesWords(shown)
  const luck = (): void => {
    const tile = open && oneOf(closedTiles(open), anyShare())
    if (tile !== undefined) step(tile)
  }
  return (
    <PacedTable
      terms={terms}
      rounds={rounds}
      stake={stake}
      auto={auto}
      open={open}
      steps={open?.state.opened.length ?? 0}
      chance={patternOdds(mineCount, open?.state.opened.length ?? pattern.length)?.chance}
      pending={pending}
      isReading={isReading}
      isStopped={isStopped}
      stage={
        <>
          <MinesBoard
            round={shown}
            pendingTile={pending?.kind === 'step' ? (pending.tile ?? undefined) : undefined}
            isLocked={pending !== undefined || isReading || auto.isRunning}
            onOpen={step}
            pattern={auto.isChosen ? pattern : undefined}
            onChoose={isChoosing ? (tile) => setPattern(patternAfter(pattern, tile, mineCount)) : undefined}
          >
            {shown && <MinesResult round={shown} />}
          </MinesBoard>
          <MinesStatus round={shown} mineCount={mineCount} aimed={isChoosing ? pattern.length : 0} />
        </>
      }
      words={words}
      choice={(isLocked) => (
        <MineCount
          count={mineCount}
          onCount={(next) => {
            setCount(next)
            setPattern(patternWithin(pattern, next))
          }}
          disabled={isLocked}
        />
      )}
      beginLabel={t('games.mines.begin')}
      chooseLabel={t('games.mines.choose')}
      onBegin={() => begin(stake.cents, { mineCount: count })}
      onCashOut={() => step(null)}
      onLuck={luck}
    />
  )
}
