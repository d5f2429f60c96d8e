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

/** The games that are played step by step. */
export type PacedGame = 'mines' | 'rowDouble'

/** A round of such a game, as its player may see it. */
export type PacedRound<G extends PacedGame> = {
  mines: Extract<AnyRound, { game: 'mines' }>
  rowDouble: Extract<AnyRound, { game: 'rowDouble' }>
}[G]

type Played<G extends PacedGame> = {
  mines: Calls['POST /api/app/games/mines/step']['data']
  rowDouble: Calls['POST /api/app/games/rowDouble/step']['data']
}[G]

/** What a player does: stakes on a new round, or takes the next step in the open one (`tile` null takes the money). */
type Move<G extends PacedGame> =
  | { kind: 'begin'; stakeCents: number; choice: PacedRound<G>['choice'] }
  | { kind: 'step'; roundId: string; tile: number | null }

/** The two calls of a game. */
export type PacedCalls<G extends PacedGame> = {
  begin: (requestId: string, stakeCents: number, choice: PacedRound<G>['choice']) => Promise<Played<G>>
  step: (requestId: string, roundId: string, tile: number | null) => Promise<Played<G>>
}

/**
 * The round of this game: the open one as the server has it, wherever it was begun, else the one that was just played
 * to its end here. One move is under way at a time. One that stays unanswered keeps its id until it is answered, so
 * that it acts once; whatever is refused is told, and the round is read anew.
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
      // The answer of a call under the key of one game is a round of that game.
      const played = round as PacedRound<G>
      writeOpen(played)
      void refreshCalls('GET /api/app/games/seeds')
      if (played.status === 'open') {
        if (stepsOf(played) > 0) feelStep(stepsOf(played))
        return setEnded(undefined)
      }
      // A stake that came back is neither won nor lost.
      if (played.status !== 'refunded') feelResult(played.status === 'won')
      setEnded(played)
      onEnded(played)
    },
    onError: (error) => {
      if (!isUnanswered(error)) {
        unanswered.current = undefined
        // Only a refusal that lasts offers the stake back; after any other the round stands as it stood.
        setStopped(stopsPlay(refusalCode(error)))
      }
      tell(error)
      void refreshCalls('GET /api/app/games/open', 'GET /api/app/games/rounds', 'GET /api/app/user/userInfo')
    },
  })

  const isHere = useIsHere()
  /** Plays a round through these tiles and takes its money, a step at a time; a page that is left leaves the round open. */
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
    /** Whether the last move was refused because the player may not go on: the stake may be had back. */
    isStopped,
    /** What is under way. */
    pending: command.isPending ? command.variables : undefined,
    /** Whether it is still being asked which round is open: to stake before that could only be refused. */
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

/** Refusals by which no play of the player goes on at all, for as long as their reason lasts. */
const endingRefusals: ReadonlySet<string> = new Set<RefusalCode>([
  'blocked_by_policy',
  'kyc_needed',
  'identity_not_confirmed',
  'documents_needed',
  'impeded',
  'self_excluded',
  'on_time_out',
  'product_blocked',
  'owes_money',
])

/** Whether a refusal says that the player may not go on, and so may have the stake of a round back that cannot be ended yet. */
const stopsPlay = (code: string | undefined): boolean => code !== undefined && endingRefusals.has(code)

/** Between two steps that nobody presses: as long as a tile takes to turn and be seen. */
const stepPauseMs = 400

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

const stepsOf = (round: AnyRound): number =>
  round.game === 'mines'
    ? round.state.opened.length
    : round.game === 'rowDouble'
      ? round.state.picks.length
      : 0

/** Puts a round that was answered in its place among the open ones, or takes it from there. */
const writeOpen = (round: AnyRound): void =>
  void queryClient.setQueryData<OpenRounds>(callKey('GET /api/app/games/open', {}), (rounds = []) => [
    ...rounds.filter(({ game }) => game !== round.game),
    ...(round.status === 'open' ? [round] : []),
  ])

/** Moves are sent quietly, for one that is sent again is no failure yet. At its end it is told as any other would be. */
const tell = (error: unknown): void => {
  if (error instanceof ApiError && reactionTo(error, true) === 'nothing') reactToError(error, false)
}
