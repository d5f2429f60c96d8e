import { entryOfCents } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { breakFor, useLimits } from '../../../shared/limits.ts'
import type { GameRound } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { AutoAction } from '../auto/AutoAction.tsx'
import { AutoPanel } from '../auto/AutoPanel.tsx'
import type { Auto } from '../auto/use-auto.ts'
import { RoundStrip } from '../RoundStrip.tsx'
import { GameTable } from '../shell/GameTable.tsx'
import { stakeKeys, useHotkeys } from '../shell/use-hotkeys.ts'
import type { GameTerms } from '../shell/use-game.ts'
import type { Stake } from '../shell/use-stake.ts'
import { StakeField } from '../StakeField.tsx'
import { PlayAction } from './PlayAction.tsx'
import { worthCents } from './worth.ts'

type Round = {
  roundId: string
  status: string
  stakeCents: number
  payoutCents: number
  multiplierE4: number
}

type Props = {
  terms: GameTerms
  rounds: readonly GameRound[]
  stake: Stake
  auto: Auto
  /** The round that is open, and how many of its steps were made. */
  open: Round | undefined
  steps: number
  /** The chance of coming so far, or through the steps chosen for automatic play, from 0 to 1; none before the first. */
  chance: number | undefined
  /** What is under way: a round being begun, a tile being opened, or the money being taken; or the round is being read. */
  pending: { kind: 'begin' } | { kind: 'step'; tile: number | null } | undefined
  isReading: boolean
  /** The server said with the last move that the player may not go on. */
  isStopped: boolean
  stage: ReactNode
  /** What happened last, read out once. */
  words: string
  /** What is chosen beside the stake; it cannot be changed while a round is open. */
  choice: (isLocked: boolean) => ReactNode
  beginLabel: string
  chooseLabel: string
  onBegin: () => void
  onTake: () => void
  /** Picks one of the tiles there are, by chance. */
  onLuck: () => void
}

/** The table of a game that is played step by step, by hand or automatically: what is the same in all of them. */
export function PacedTable(props: Props) {
  const { terms, rounds, stake, auto, open, steps, pending, isReading, stage, words, onBegin } = props
  const t = useText()
  const format = useFormat()
  const { data: limits } = useLimits()
  // Known without asking on a break; of all else that stops a round the server says so when a tile is picked.
  const isOnBreak = limits !== undefined && breakFor(limits.breaks, 'games') !== undefined
  const isStopped = props.isStopped || isOnBreak
  const isLocked = pending !== undefined || isReading || auto.isRunning
  const ended = rounds.filter(({ status }) => status !== 'open')
  const isBusy = isReading || pending?.kind === 'begin' || (pending?.kind === 'step' && pending.tile === null)
  const onLuck = open && !isLocked && !isOnBreak ? props.onLuck : undefined
  const onTake = steps > 0 || isStopped ? props.onTake : undefined
  // The round that is open is played to its end; no other begins.
  const isClosed = !terms.isOpen
  const begun = isClosed ? {} : stakeKeys(stake, onBegin)
  const byHand = open ? { act: onTake, luck: onLuck } : begun
  useHotkeys(isLocked || auto.isChosen ? {} : byHand)
  return (
    <GameTable
      terms={terms}
      rounds={ended}
      chance={props.chance}
      strip={
        <RoundStrip
          rounds={ended}
          textOf={({ multiplierE4 }) => format.multiplier(multiplierE4)}
          label={t('games.rounds.label')}
        />
      }
      stage={
        <>
          {stage}
          <p role="status" className="sr-only">
            {words}
          </p>
        </>
      }
      panel={
        <AutoPanel auto={auto} isLocked={open !== undefined}>
          <div
            className="grid min-w-0 gap-8 data-open:tiny:hidden"
            data-open={open !== undefined || undefined}
          >
            <StakeField
              stake={open ? { ...stake, entry: entryOfCents(open.stakeCents), problem: undefined } : stake}
              disabled={open !== undefined || isLocked}
              isBelowBoard
            />
            {props.choice(open !== undefined || isLocked)}
          </div>
        </AutoPanel>
      }
      action={
        auto.isRunning || (auto.isChosen && !open && !isClosed) ? (
          <AutoAction auto={auto} isBusy={isBusy && !auto.isRunning} />
        ) : (
          <PlayAction
            isClosed={isClosed}
            stake={stake}
            beginLabel={props.beginLabel}
            chooseLabel={props.chooseLabel}
            open={
              open && { stakeCents: open.stakeCents, worthCents: steps > 0 ? worthCents(open) : undefined }
            }
            isStopped={isStopped}
            isBusy={isBusy}
            onBegin={onBegin}
            onTake={props.onTake}
            onLuck={onLuck}
          />
        )
      }
    />
  )
}
