import { limboReturnToPlayer } from '@palpite/games'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useIsStill } from '../../../shared/use-is-still.ts'
import { AutoAction } from '../auto/AutoAction.tsx'
import { AutoPanel } from '../auto/AutoPanel.tsx'
import { roundAnswered } from '../auto/round-answered.ts'
import { useAuto, useAutoMode } from '../auto/use-auto.ts'
import { useHundredths } from '../hundredths.ts'
import { shareOf } from '../paced/worth.ts'
import { RoundStrip } from '../RoundStrip.tsx'
import { BetButton } from '../shell/BetButton.tsx'
import { useReportSetting } from '../shell/chosen-setting.ts'
import { feelResult } from '../shell/feedback.ts'
import { useGameSettings } from '../shell/game-settings.ts'
import { GameShell } from '../shell/GameShell.tsx'
import { GameTable } from '../shell/GameTable.tsx'
import { type GameTerms, useBet, useRounds } from '../shell/use-game.ts'
import { stakeKeys, useHotkeys } from '../shell/use-hotkeys.ts'
import { useStake } from '../shell/use-stake.ts'
import { StakeField } from '../StakeField.tsx'
import { oddsOf, payoutOf, stakeBoundsOf } from './limbo-bet.ts'
import { LimboStage } from './LimboStage.tsx'
import { LimboTarget } from './LimboTarget.tsx'
import { useCountUp } from './use-count-up.ts'

const firstTarget = 200
const returned = { returnToPlayer: shareOf(limboReturnToPlayer(firstTarget)) }

/** Limbo: choose a target multiplier and a stake, launch. Result and money come from the server. */
export function LimboPage() {
  return (
    <GameShell game="limbo" returned={returned}>
      {(terms) => <LimboTable terms={terms} />}
    </GameShell>
  )
}

function LimboTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const hundredths = useHundredths()
  const isInstant = useIsInstant()
  const { rounds, last, played, addRound } = useRounds('limbo')
  const [target, setTarget] = useState(firstTarget)
  useReportSetting('limbo', target)
  const mode = useAutoMode()
  const stake = useStake(stakeBoundsOf(target, terms))
  const launch = useBet('limbo', addRound)
  const play = () => launch.mutate({ stakeCents: stake.cents, targetHundredths: target })
  const auto = useAuto({
    mode,
    stake,
    odds: oddsOf(target),
    play: async (stakeCents) =>
      roundAnswered(await launch.mutateAsync({ stakeCents, targetHundredths: target })),
  })
  const isBusy = launch.isPending || auto.isRunning
  const { shown, isThere } = useCountUp(
    last && { roundId: last.roundId, hundredths: last.state.resultHundredths },
    isInstant,
    () => feelResult(last?.status === 'won'),
  )
  // While the number still rises, neither strip nor line shows the result.
  const isCounting = last !== undefined && !isThere
  const shownRounds = isCounting ? rounds.slice(1) : rounds
  const results = (isCounting ? played.slice(1) : played).map((round) => round.state.resultHundredths)
  useHotkeys(isBusy || auto.isChosen ? {} : stakeKeys(stake, play))
  return (
    <GameTable
      terms={terms}
      rounds={shownRounds}
      chance={oddsOf(target).chance}
      strip={
        <RoundStrip
          rounds={shownRounds}
          textOf={(round) => `${hundredths(round.state.resultHundredths)}×`}
          label={t('games.rounds.label')}
        />
      }
      stage={
        <LimboStage
          round={last}
          shown={shown}
          isThere={isThere}
          bestHundredths={results.length > 0 ? Math.max(...results) : undefined}
        />
      }
      panel={
        <AutoPanel auto={auto}>
          <LimboTarget target={target} onTarget={setTarget} disabled={isBusy} />
          <StakeField stake={stake} disabled={isBusy} />
        </AutoPanel>
      }
      action={
        auto.isChosen ? (
          <AutoAction auto={auto} isBusy={launch.isPending} />
        ) : (
          <BetButton
            stake={stake}
            label={t('games.limbo.launch')}
            payoutCents={payoutOf(stake.cents, target)}
            busy={launch.isPending}
            onBet={play}
          />
        )
      }
    />
  )
}

/** Whether numbers appear at once: in fast mode, and under reduced motion. */
const useIsInstant = (): boolean => {
  const isFast = useGameSettings((settings) => settings.fast)
  const isStill = useIsStill()
  return isFast || isStill
}
