import { GameArt, type Glyph, Icon, StatusTag, type Tone } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { smallGames } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { canVerify } from '../fairness/verify-round.ts'
import { isSharedBet, roomOfBet } from '../room/verify-draw.ts'
import { useRoundWords } from '../use-round-words.ts'
import type { Round } from './use-rounds.ts'

type View = { tone: Tone; icon: Glyph; text: TextKey }

const lost: View = { tone: 'loss', icon: 'x-circle-fill', text: 'games.records.lost' }

/** How each result of a round is shown, by its code. */
const views: Readonly<Record<Round['result'], View>> = {
  0: { tone: 'play', icon: 'clock', text: 'games.records.open' },
  [-10]: { tone: 'play', icon: 'clock', text: 'games.records.placed' },
  10: { tone: 'win', icon: 'check-circle-fill', text: 'games.records.won' },
  20: lost,
  4: lost,
  [-11]: lost,
  90: { tone: 'neutral', icon: 'arrow-u-up-left', text: 'games.records.refunded' },
  [-1]: { tone: 'warn', icon: 'warning-fill', text: 'games.records.abnormal' },
}

/** One round: what was chosen and staked, what came of it, what came back, and the way to verify it or to go on. */
export function RoundRow({ round }: { round: Round }) {
  const t = useText()
  const format = useFormat()
  const { words } = useRoundWords()
  const { game, stakeCents, payoutCents, at, status } = round
  const { tone, icon, text } = views[round.result]
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

/** Leads to where this round can be worked out again: by its seeds, or by its draw. */
const verifyOf = (round: Round): (() => void) | undefined => {
  if (canVerify(round)) return () => openOverlay('fairness', { round })
  return isSharedBet(round) && round.draw
    ? () => openOverlay('roomChain', { room: roomOfBet(round), round })
    : undefined
}

function RowLink({ icon, onPress, children }: { icon: Glyph; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="tap -me-4 flex cursor-pointer items-center gap-4 px-4 text-12 font-600 text-brand-text"
    >
      <Icon name={icon} className="size-16" />
      {children}
    </button>
  )
}
