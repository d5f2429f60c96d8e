import type { Calls, RefusalCode } from '@palpite/contract'
import { useRef, useState } from 'react'
import { reactionTo } from '../../../shared/api/reaction.ts'
import { reactToError } from '../../../shared/api/react-to-error.ts'
import { ApiError, refusalCode } from '../../../shared/api/api-error.ts'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { writeBalance } from '../../../shared/live-cache.ts'
import { queryClient } from '../../../shared/query.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { feelResult, feelStep } from '../shell/feedback.ts'
import { useIsHere } from '../use-is-here.ts'
import { beginInTime } from '../begin-in-time.ts'
import { isUnanswered, sendUntilAnswered } from './send-until-answered.ts'

type OpenRounds = Calls['GET /api/app/games/open']['data']
type AnyRound = OpenRounds[number]

/** The step-by-step games. */
export type PacedGame = 'mines' | 'rowDouble'

/** A round of such a game on the wire. */
export type PacedRound<G extends PacedGame> = {
  mines: Extract<AnyRound, { game: 'mines' }>
  rowDouble: Extract<AnyRound, { game: 'rowDouble' }>
}[G]

type Played<G extends PacedGame> = {
  mines: Calls['POST /api/app/games/mines/step']['data']
  rowDouble: Calls['POST /api/app/games/rowDouble/step']['data']
}[G]

/** A move: starts a round, or takes the next step in the open one (`tile` null cashes out). */
type Move<G extends PacedGame> =
  | { kind: 'begin'; stakeCents: number; choice: PacedRound<G>['choice'] }
  | { kind: 'step'; roundId: string; tile: number | null }

/** The two calls of a game. */
export type PacedCalls<G extends PacedGame> = {
  begin: (requestId: string, stakeCents: number, choice: PacedRound<G>['choice']) => Promise<Played<G>>
  step: (requestId: string, roundId: string, tile: number | null) => Promise<Played<G>>
}

/**
 * The game's round: the open one from the server, wherever it began, or the one just finished here. One move at a
 * time. An unanswered move keeps its id until answered, so that it acts once; a refusal is shown and the round
 * reloaded.
 */
export const usePacedRound = <G extends PacedGame>(
  game: G,
  calls: PacedCalls<G>,
  onEnded: (round: PacedRound<G>) => void,
) => {
  const isLoggedIn = useIsLoggedIn()
  const open = useCall('GET /api/app/games/open', { loading: false }, { enabled: isLoggedIn, staleTime: 0 })
  const [ended, setEnded] = useState<PacedRound<G>>()
  const [isStopped, setStopped] = useState(false)
  const unanswered = useRef<{ id: string; of: string } | undefined>(undefined)
  const openRound = open.data?.find((round): round is PacedRound<G> => round.game === game)

  const command = useCommand<Played<G>, Move<G>>({
    mutationFn: (move) => {
      const of = JSON.stringify(move)
      const id = unanswered.current?.of === of ? unanswered.current.id : crypto.randomUUID()
      unanswered.current = { id, of }
      return sendUntilAnswered(() =>
        move.kind === 'begin'
          ? beginInTime(() => calls.begin(id, move.stakeCents, move.choice))
          : calls.step(id, move.roundId, move.tile),
      )
    },
    onSuccess: ({ round, balance, freeBalance, balanceVersion }) => {
      unanswered.current = undefined
      setStopped(false)
      writeBalance({ balance, freeBalance, balanceVersion })
      // The answer under one game's key is a round of that game.
      const played = round as PacedRound<G>
      writeOpen(played)
      void refreshCalls('GET /api/app/games/seeds')
      if (played.status === 'open') {
        if (stepsOf(played) > 0) feelStep(stepsOf(played))
        return setEnded(undefined)
      }
      // A refunded stake is neither won nor lost.
      if (played.status !== 'refunded') feelResult(played.status === 'won')
      setEnded(played)
      onEnded(played)
    },
    onError: (error) => {
      if (!isUnanswered(error)) {
        unanswered.current = undefined
        // Only a lasting refusal offers the refund; after others the round is unchanged.
        setStopped(stopsPlay(refusalCode(error)))
      }
      report(error)
      void refreshCalls('GET /api/app/games/open', 'GET /api/app/games/rounds', 'GET /api/app/user/userInfo')
    },
  })

  const isHere = useIsHere()
  /** Plays a round through these tiles and cashes out, step by step; leaving the page leaves it open. */
  const playThrough = async (
    stakeCents: number,
    choice: PacedRound<G>['choice'],
    tiles: readonly number[],
  ): Promise<Played<G>> => {
    setEnded(undefined)
    let answer = await command.mutateAsync({ kind: 'begin', stakeCents, choice })
    for (const tile of [...tiles, null]) {
      if (answer.round.status !== 'open') break
      await pause(stepPauseMs)
      if (!isHere.current) throw new Error('the page was left in the middle of a round')
      answer = await command.mutateAsync({ kind: 'step', roundId: answer.round.roundId, tile })
    }
    return answer
  }

  return {
    round: openRound ?? ended,
    isOpen: openRound !== undefined,
    /** Whether the last move was refused because the player may not continue: the stake can be refunded. */
    isStopped,
    /** What is in progress. */
    pending: command.isPending ? command.variables : undefined,
    /** Whether the open round is still loading: a stake would be refused. */
    isReading: isLoggedIn && open.isPending,
    begin: (stakeCents: number, choice: PacedRound<G>['choice']) => {
      if (openRound) return
      setEnded(undefined)
      command.mutate({ kind: 'begin', stakeCents, choice })
    },
    step: (tile: number | null) => {
      if (openRound) command.mutate({ kind: 'step', roundId: openRound.roundId, tile })
    },
    playThrough,
  }
}

/** Refusals that block all play while their reason lasts. */
const endingRefusals: ReadonlySet<string> = new Set<RefusalCode>([
  'blocked_by_policy',
  'kyc_needed',
  'identity_not_confirmed',
  'documents_needed',
  'account_suspended',
  'impeded',
  'self_excluded',
  'on_time_out',
  'product_blocked',
  'owes_money',
])

/** Whether a refusal means that the player may not continue, so an unfinishable round can be refunded. */
export const stopsPlay = (code: string | undefined): boolean => code !== undefined && endingRefusals.has(code)

/** The pause between automatic steps: a tile's turn, long enough to see. */
const stepPauseMs = 400

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

const stepsOf = (round: AnyRound): number =>
  round.game === 'mines'
    ? round.state.opened.length
    : round.game === 'rowDouble'
      ? round.state.picks.length
      : 0

/** Adds an answered round to the open ones, or removes it. */
const writeOpen = (round: AnyRound): void =>
  void queryClient.setQueryData<OpenRounds>(callKey('GET /api/app/games/open', {}), (rounds = []) => [
    ...rounds.filter(({ game }) => game !== round.game),
    ...(round.status === 'open' ? [round] : []),
  ])

/** Moves are sent quietly, because a resend is no failure yet. The final failure is shown as any other. */
const report = (error: unknown): void => {
  if (error instanceof ApiError && reactionTo(error, true) === 'nothing') reactToError(error, false)
}
