import { entryCents, type MoneyEntry } from '@palpite/ui'
import { useState } from 'react'
import { useIsLoggedIn } from '../../../shared/session.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import type { Stake } from '../shell/use-stake.ts'
import { type AutoPlan, type autoRounds, planProblem } from './auto-plan.ts'
import type { RoundOdds } from './chance-of-ruin.ts'
import { type AutoRound, useAutoPlay } from './use-auto-play.ts'

export type Rounds = (typeof autoRounds)[number]

/** The automatic-play fields; disabled raises keep their value. */
export type AutoFieldsState = {
  rounds: Rounds
  onWin: 'reset' | 'raise'
  onLoss: 'reset' | 'raise'
  onWinBps: number
  onLossBps: number
  stopProfit: MoneyEntry
  stopLoss: MoneyEntry
}

const firstFields: AutoFieldsState = {
  rounds: 10,
  onWin: 'reset',
  onLoss: 'reset',
  onWinBps: 5000,
  onLossBps: 5000,
  stopProfit: '',
  stopLoss: '',
}

/** Whether automatic mode is selected. Visitors cannot play. */
export const useAutoMode = () => {
  const isOffered = useIsLoggedIn()
  const [isChosen, choose] = useState(false)
  return { isOffered, isChosen: isOffered && isChosen, choose }
}

type Needs = {
  mode: ReturnType<typeof useAutoMode>
  stake: Stake
  /** The parameters of a round; undefined while a pattern or path is missing. */
  odds: RoundOdds | undefined
  /** The prompt for it, if not tiles. */
  choose?: TextKey
  /** Plays one round to its end. */
  play: (stakeCents: number) => Promise<AutoRound>
}

/** A game's automatic play: settings and progress. */
export const useAuto = ({ mode, stake, odds, choose = 'games.auto.noPattern', play }: Needs) => {
  const [fields, setFields] = useState(firstFields)
  const { state, begin, stop, close } = useAutoPlay(play)
  const plan: AutoPlan = {
    rounds: fields.rounds,
    stakeCents: stake.cents,
    maxStakeCents: Math.min(stake.bounds.maxStakeCents, stake.bounds.maxPaidStakeCents),
    onWinBps: fields.onWin === 'raise' ? fields.onWinBps : null,
    onLossBps: fields.onLoss === 'raise' ? fields.onLossBps : null,
    stopProfitCents: entryCents(fields.stopProfit) || null,
    stopLossCents: entryCents(fields.stopLoss),
  }
  const isStakeGood = stake.cents > 0 && stake.problem === undefined
  return {
    isOffered: mode.isOffered,
    isChosen: mode.isChosen,
    isRunning: state.status === 'running',
    choose: (chosen: boolean) => {
      close()
      mode.choose(chosen)
    },
    fields,
    change: (change: Partial<AutoFieldsState>) => setFields((held) => ({ ...held, ...change })),
    plan,
    problem: planProblem(plan),
    stake,
    isStakeGood,
    odds,
    askText: choose,
    state,
    begin: () => begin(plan, stake.balanceCents),
    stop,
  }
}

export type Auto = ReturnType<typeof useAuto>
