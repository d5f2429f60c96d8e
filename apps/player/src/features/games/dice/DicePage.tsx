import { type DiceBet, isDiceWin } from '@palpite/games'
import { cx } from '@palpite/ui'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { AutoAction } from '../auto/AutoAction.tsx'
import { AutoPanel } from '../auto/AutoPanel.tsx'
import { roundAnswered } from '../auto/round-answered.ts'
import { useAuto, useAutoMode } from '../auto/use-auto.ts'
import { useHundredths } from '../hundredths.ts'
import { RoundStrip } from '../RoundStrip.tsx'
import { BetButton } from '../shell/BetButton.tsx'
import { useReportSetting } from '../shell/chosen-setting.ts'
import { feelResult } from '../shell/feedback.ts'
import { GameShell } from '../shell/GameShell.tsx'
import { GameTable } from '../shell/GameTable.tsx'
import { type GameTerms, type RoundOf, useBet, useRounds } from '../shell/use-game.ts'
import { stakeKeys, useHotkeys } from '../shell/use-hotkeys.ts'
import { useStake } from '../shell/use-stake.ts'
import { StakeField } from '../StakeField.tsx'
import { oddsOf, stakeBoundsOf, termsOf, withTarget } from './dice-bet.ts'
import { DiceFields } from './DiceFields.tsx'
import css from './DicePage.module.css'
import { DiceResult } from './DiceResult.tsx'
import { DiceRuler } from './DiceRuler.tsx'

/** Dice: choose the line and the stake, roll. Result, multiplier and money come from the server. */
export function DicePage() {
  return <GameShell game="dice">{(terms) => <DiceTable terms={terms} />}</GameShell>
}

function DiceTable({ terms }: { terms: GameTerms }) {
  const t = useText()
  const hundredths = useHundredths()
  const { rounds, last, addRound } = useRounds('dice')
  const [bet, setBet] = useState<DiceBet>({ side: 'over', targetHundredths: 5050 })
  useReportSetting('dice', bet)
  const mode = useAutoMode()
  const stake = useStake(stakeBoundsOf(bet, terms))
  const roll = useBet('dice', (round) => {
    addRound(round)
    feelResult(round.status === 'won')
  })
  const betOf = (stakeCents: number) => ({
    stakeCents,
    direction: bet.side,
    targetHundredths: bet.targetHundredths,
  })
  const play = () => roll.mutate(betOf(stake.cents))
  const auto = useAuto({
    mode,
    stake,
    odds: oddsOf(bet),
    play: async (stakeCents) => roundAnswered(await roll.mutateAsync(betOf(stakeCents))),
  })
  const isBusy = roll.isPending || auto.isRunning
  useHotkeys(isBusy || auto.isChosen ? {} : stakeKeys(stake, play))
  return (
    <GameTable
      terms={terms}
      rounds={rounds}
      chance={termsOf(bet).chance}
      strip={
        <RoundStrip
          rounds={rounds}
          textOf={(round) => hundredths(round.state.resultHundredths)}
          label={t('games.rounds.label')}
        />
      }
      stage={
        <div className={cx(css.stage, 'grid flex-1 content-center gap-24 px-12 py-16')}>
          <DiceResult round={last} />
          <DiceRuler
            bet={bet}
            onTarget={(target) => setBet(withTarget(bet, target))}
            landed={last && landingOf(last)}
            disabled={isBusy}
          />
          <DiceFields bet={bet} onBet={setBet} disabled={isBusy} />
        </div>
      }
      panel={
        <AutoPanel auto={auto}>
          <StakeField stake={stake} disabled={isBusy} />
        </AutoPanel>
      }
      action={
        auto.isChosen ? (
          <AutoAction auto={auto} isBusy={roll.isPending} />
        ) : (
          <BetButton
            stake={stake}
            label={t('games.dice.roll')}
            payoutCents={Math.floor((stake.cents * termsOf(bet).multiplierE4) / 10_000)}
            busy={roll.isPending}
            onBet={play}
          />
        )
      }
    />
  )
}

/** Where a round landed on the ruler, and whether it won. */
const landingOf = ({ state: { resultHundredths }, choice }: RoundOf<'dice'>) => ({
  hundredths: resultHundredths,
  won: isDiceWin({ side: choice.direction, targetHundredths: choice.targetHundredths }, resultHundredths),
})
