import { ActionBar, cx } from '@palpite/ui'
import type { ReactNode } from 'react'
import { BreakNotice } from '../../../shared/BreakNotice.tsx'
import type { GameRound } from '../../../shared/overlays.ts'
import { nameOf } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { WageringLeft } from '../../../shared/WageringLeft.tsx'
import { useIsWide } from '../../../shared/use-is-wide.ts'
import { FairnessChip } from './FairnessChip.tsx'
import { GameHistory } from './GameHistory.tsx'
import { LastWins } from './LastWins.tsx'
import type { GameTerms } from './use-game.ts'

type Props = {
  terms: GameTerms
  /** The player's last rounds, newest first, once revealed. */
  rounds: readonly GameRound[]
  /** The last results; usually a `RoundStrip`. */
  strip: ReactNode
  /** The chosen win chance, or the open round's cash-out chance, from 0 to 1. */
  chance?: number | undefined
  /** The game's visual: a board, a ruler, a number. */
  stage: ReactNode
  /** The settings before a round: stake and choices. */
  panel: ReactNode
  /** The main action, always in reach: start, cash-out, or stop. */
  action: ReactNode
  /** A board fills the phone: its panel is closer together, so that bet, action and what counts are in sight at once. */
  isBelowBoard?: boolean
}

/**
 * A game's table from top to bottom: results, stage, panel, fairness, action. On a phone that lies on its side two
 * columns: the stage, and beside it what it is played with. On a desktop three: settings and action, stage, history;
 * board rows may be lower there.
 */
export function GameTable({
  terms,
  rounds,
  chance,
  strip,
  stage,
  panel,
  action,
  isBelowBoard = false,
}: Props) {
  const t = useText()
  const isWide = useIsWide()
  return (
    <div className="contents beside:grid beside:grid-cols-2 beside:items-start wide:grid wide:grid-cols-[calc(var(--spacing)*258)_minmax(0,1fr)_calc(var(--spacing)*168)] tree-wide:grid-cols-[calc(var(--spacing)*300)_minmax(0,1fr)_calc(var(--spacing)*256)] wide:items-start wide:gap-12 wide:px-12 wide:pb-12">
      <div className="contents beside:flex beside:min-h-[calc(100dvh-var(--spacing)*56)] beside:min-w-0 beside:flex-col beside:[--around:calc(var(--spacing)*168)] beside:[--beside:0rem] wide:order-2 wide:flex wide:[--around:calc(var(--spacing)*340)] wide:[--beside:0rem] wide:[--least-row:calc(var(--spacing)*26)] wide:min-h-[calc(100dvh-var(--spacing)*126)] wide:min-w-0 wide:flex-col">
        {strip}
        <section className="flex flex-1 flex-col" aria-label={t(nameOf(terms.game))}>
          {stage}
        </section>
      </div>
      <div className="contents beside:block beside:min-w-0 wide:sticky wide:top-112 wide:block wide:overflow-clip wide:rounded-24">
        <section
          aria-label={t('games.panel.label')}
          className={cx(
            'grid rounded-t-24 bg-surface-1 px-12',
            isBelowBoard ? 'gap-8 pt-8 wide:gap-12 wide:pt-12' : 'gap-12 pt-16 wide:pt-12',
          )}
        >
          <BreakNotice what="games" />
          {panel}
          <WageringLeft share="smallGamesBps" chance={chance} />
          {!isWide && <LastWins game={terms.game} />}
          {!isWide && <FairnessChip terms={terms} />}
        </section>
        <ActionBar>{action}</ActionBar>
        {isWide && (
          <div className="grid bg-surface-1 px-12 pb-8">
            <FairnessChip terms={terms} />
          </div>
        )}
      </div>
      {isWide && (
        <aside className="order-3 grid min-w-0 gap-16">
          <GameHistory rounds={rounds} />
          <LastWins game={terms.game} />
        </aside>
      )}
    </div>
  )
}
