import { GameArt, type Glyph, Icon, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { useRoundWords } from '../use-round-words.ts'
import { roundViews, verifyOf } from './round-view.ts'
import type { Round } from './use-rounds.ts'

/** One round: choice, stake, result, return, and a link to verify or continue. */
export function RoundRow({ round }: { round: Round }) {
  const t = useText()
  const format = useFormat()
  const { words } = useRoundWords()
  const { game, stakeCents, payoutCents, at, status } = round
  const { tone, icon, text } = roundViews[round.result]
  const name = smallGames.find((each) => each.game === game)?.text
  const verify = verifyOf(round)
  return (
    <li
      data-won={status === 'won' || undefined}
      className="hairline relative flex min-h-84 roomy:flex-wrap items-center gap-12 overflow-hidden rounded-18 bg-surface-1 py-10 ps-14 pe-8 before:absolute before:inset-y-0 before:start-0 before:w-4 before:bg-surface-4 data-won:before:bg-win"
    >
      <span className="size-44 shrink-0 overflow-hidden rounded-11">
        <GameArt game={game} />
      </span>
      <div className="grid min-w-0 flex-1 gap-4 roomy:min-w-180">
        <p className="flex flex-wrap items-center gap-x-8 gap-y-2 text-14 font-600">
          <span>{name && t(name)}</span>
          <StatusTag tone={tone} icon={icon}>
            {t(text)}
          </StatusTag>
        </p>
        <p className="text-12 text-text-2">{words(round)}</p>
        <p className="text-12 text-text-3">{format.when(at)}</p>
      </div>
      <div className="grid justify-items-end gap-2 text-end roomy:flex-1">
        {status !== 'open' && (
          <p
            data-won={status === 'won' || undefined}
            className="text-14 font-700 tracking-tight whitespace-nowrap data-won:text-win"
          >
            {status === 'refunded' ? format.money(0) : format.signedMoney(payoutCents - stakeCents)}
          </p>
        )}
        <p className="text-12 text-text-2">{t('games.records.stake', { stake: format.money(stakeCents) })}</p>
        {status === 'open' ? (
          <RowLink icon="play-fill" onPress={() => go(hrefOf(game))}>
            {t('games.records.continue')}
          </RowLink>
        ) : (
          verify && (
            <RowLink icon="shield-check" onPress={verify}>
              {t('games.records.verify')}
            </RowLink>
          )
        )}
      </div>
    </li>
  )
}

function RowLink({ icon, onPress, children }: { icon: Glyph; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="tap -me-4 flex cursor-pointer items-center gap-4 px-4 text-12 font-600 text-brand-text hover:underline"
    >
      <Icon name={icon} className="size-16" />
      {children}
    </button>
  )
}
