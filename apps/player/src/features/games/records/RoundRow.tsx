import type { Calls } from '@palpite/contract'
import { GameArt, Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHundredths } from '../hundredths.ts'

type Round = Calls['GET /api/app/games/rounds']['data']['rounds'][number]

/** One round: what was staked, where it landed, what came back, and the way to verify it. */
export function RoundRow({ round }: { round: Round }) {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const { game, stakeCents, payoutCents, at, dice } = round
  const hasWon = payoutCents > 0
  const name = smallGames.find((each) => each.game === game)?.text
  return (
    <li
      data-won={hasWon || undefined}
      className="hairline relative flex min-h-84 roomy:flex-wrap items-center gap-12 overflow-hidden rounded-18 bg-surface-1 py-10 ps-14 pe-8 before:absolute before:inset-y-0 before:start-0 before:w-4 before:bg-surface-4 data-won:before:bg-win"
    >
      <span className="size-44 shrink-0 overflow-hidden rounded-11">
        <GameArt game={game} />
      </span>
      <div className="grid min-w-0 flex-1 gap-4 roomy:min-w-180">
        <p className="flex flex-wrap items-center gap-x-8 gap-y-2 text-14 font-600">
          <span>{name && t(name)}</span>
          <StatusTag tone={hasWon ? 'win' : 'loss'} icon={hasWon ? 'check-circle-fill' : 'x-circle-fill'}>
            {t(hasWon ? 'games.records.won' : 'games.records.lost')}
          </StatusTag>
        </p>
        <p className="text-12 text-text-2">
          {t(dice.direction === 'over' ? 'games.records.over' : 'games.records.under', {
            result: hundredths(dice.resultHundredths),
            target: hundredths(dice.targetHundredths),
          })}
        </p>
        <p className="text-12 text-text-3">{format.when(at)}</p>
      </div>
      <div className="grid justify-items-end gap-2 text-end roomy:flex-1">
        <p
          data-won={hasWon || undefined}
          className="text-14 font-700 tracking-tight whitespace-nowrap data-won:text-win"
        >
          {format.signedMoney(payoutCents - stakeCents)}
        </p>
        <p className="text-12 text-text-2">{t('games.records.stake', { stake: format.money(stakeCents) })}</p>
        <button
          type="button"
          onClick={() => openOverlay('diceFairness', { round })}
          className="tap -me-4 flex cursor-pointer items-center gap-4 px-4 text-12 font-600 text-brand-text"
        >
          <Icon name="shield-check" className="size-16" />
          {t('games.records.verify')}
        </button>
      </div>
    </li>
  )
}
