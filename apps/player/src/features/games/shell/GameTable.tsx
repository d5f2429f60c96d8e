import { ActionBar } from '@palpite/ui'
import type { ReactNode } from 'react'
import { nameOf } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { FairnessChip } from './FairnessChip.tsx'
import { LastWins } from './LastWins.tsx'
import type { GameTerms } from './use-game.ts'

type Props = {
  terms: GameTerms
  /** The last results; most often a `RoundStrip`. */
  strip: ReactNode
  /** Where the game is seen: a board, a ruler, a number. */
  stage: ReactNode
  /** What a player sets before a round: the stake, and what the game asks for. */
  panel: ReactNode
  /** The main action, always in reach: a `BetButton`, taking the money, or stopping. */
  action: ReactNode
}

/** The table of a game from top to bottom: results, stage, panel, the fairness of the round, the action. */
export function GameTable({ terms, strip, stage, panel, action }: Props) {
  const t = useText()
  return (
    <>
      {strip}
      <section className="flex flex-1 flex-col" aria-label={t(nameOf(terms.game))}>
        {stage}
      </section>
      <section
        aria-label={t('games.panel.label')}
        className="grid gap-12 rounded-t-24 bg-surface-1 px-12 pt-16"
      >
        {panel}
        <LastWins game={terms.game} />
        <FairnessChip terms={terms} />
      </section>
      <ActionBar>{action}</ActionBar>
    </>
  )
}
