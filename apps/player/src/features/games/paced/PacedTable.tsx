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
  /** The open round and its number of steps. */
  open: Round | undefined
  steps: number
  /** The chance so far, or of the steps chosen for automatic play, from 0 to 1; undefined before the first. */
  chance: number | undefined
  /** What is in progress: start, step, cash-out, or loading. */
  pending: { kind: 'begin' } | { kind: 'step'; tile: number | null } | undefined
  isReading: boolean
  /** The server refused the last move because the player may not continue. */
  isStopped: boolean
  stage: ReactNode
  /** The last event, announced once. */
  words: string
  /** Choices beside the stake, fixed during a round. */
  choice: (isLocked: boolean) => ReactNode
  beginLabel: string
  chooseLabel: string
  onBegin: () => void
  onCashOut: () => void
  /** Picks an available tile at random. */
  onLuck: () => void
}

/** The table of a step-by-step game, manual or automatic: the part all such games share. */
export function PacedTable(props: Props) {
  const { terms, rounds, stake, auto, open, steps, pending, isReading, stage, words, onBegin } = props
  const t = useText()
  const format = useFormat()
  const { data: limits } = useLimits()
  // On a break or while suspended this is known in advance; other reasons come from the server when a tile is picked.
  const isOnBreak =
    limits !== undefined && (Boolean(limits.suspendedSince) || breakFor(limits.breaks, 'games') !== undefined)
  const isStopped = props.isStopped || isOnBreak
  const isLocked = pending !== undefined || isReading || auto.isRunning
  const ended = rounds.filter(({ status }) => status !== 'open')
  const isBusy = isReading || pending?.kind === 'begin' || (pending?.kind === 'step' && pending.tile === null)
  const onLuck = open && !isLocked && !isOnBreak ? props.onLuck : undefined
  const onCashOut = steps > 0 || isStopped ? props.onCashOut : undefined
  // An open round is played to its end; no other starts.
  const isClosed = !terms.isOpen
  const begun = isClosed ? {} : stakeKeys(stake, onBegin)
  const byHand = open ? { act: onCashOut, luck: onLuck } : begun
  useHotkeys(isLocked || auto.isChosen ? {} : byHand)
  return (
    <GameTable
      terms={terms}
      rounds={ended}
      chance={props.chance}
      isBelowBoard
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
            onCashOut={props.onCashOut}
            onLuck={onLuck}
          />
        )
      }
    />
  )
}
