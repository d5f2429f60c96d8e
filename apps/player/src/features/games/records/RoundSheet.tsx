import { Button, GameArt, Icon, Sheet, StatusTag } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { go } from '../../../shared/navigation.ts'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { nameOf } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { useRoundWords } from '../use-round-words.ts'
import { roundViews, verifyOf } from './round-view.ts'

/** A round's details: choice, stake, payout, time, seeds or draw; with a link to verify. */
export function RoundSheet({ round }: OverlayInputs['gameRound']) {
  const t = useText()
  const format = useFormat()
  const { words } = useRoundWords()
  const { game, status, stakeCents, payoutCents, multiplierE4, at, closedAt, algorithm, seeds, draw } = round
  const { tone, icon, text } = roundViews[round.result]
  const verify = verifyOf(round)
  const isOver = status !== 'open'
  const facts: [name: string, value: string | undefined][] = [
    [t('games.stake.label'), format.money(stakeCents)],
    [t('games.detail.multiplier'), format.multiplier(multiplierE4)],
    [t('games.detail.payout'), isOver ? format.money(payoutCents) : undefined],
    [t('games.detail.begun'), format.when(at)],
    [t('games.detail.ended'), closedAt === null ? undefined : format.when(closedAt)],
    [t('games.fairness.nonceLabel'), seeds ? String(seeds.nonce) : undefined],
    [t('rooms.page.round'), draw ? String(draw.place + 1) : undefined],
    [t('games.detail.rules'), algorithm],
  ]
  return (
    <Sheet
      desk="panel"
      title={t('games.detail.title', { game: t(nameOf(game)) })}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-12 px-12 pb-20 text-14">
        <div className="flex items-center gap-12 rounded-18 bg-surface-2 p-12 roomy:flex-wrap">
          <span className="size-52 shrink-0 overflow-hidden rounded-11">
            <GameArt game={game} />
          </span>
          <div className="grid min-w-0 flex-1 justify-items-start gap-4">
            <StatusTag tone={tone} icon={icon}>
              {t(text)}
            </StatusTag>
            <p className="text-13 text-text-2">{words(round)}</p>
          </div>
          {isOver && (
            <p
              data-won={status === 'won' || undefined}
              className="text-20 font-800 tracking-tighter whitespace-nowrap data-won:text-win"
            >
              {status === 'refunded' ? format.money(0) : format.signedMoney(payoutCents - stakeCents)}
            </p>
          )}
        </div>
        <dl className="grid gap-8">
          {facts.map(
            ([name, value]) =>
              value !== undefined && (
                <div key={name} className="flex justify-between gap-12 border-b border-line pb-8">
                  <dt className="text-text-2">{name}</dt>
                  <dd className="text-end font-600">{value}</dd>
                </div>
              ),
          )}
        </dl>
        {isOver && verify && (
          <Button kind="secondary" size="m" block onClick={verify}>
            <Icon name="shield-check-fill" className="size-20" />
            {t('games.records.verify')}
          </Button>
        )}
        <Button
          kind="secondary"
          size="m"
          block
          onClick={() => {
            closeOverlay()
            go(hrefOf('registros', { tab: 'games' }))
          }}
        >
          {t('games.detail.all')}
        </Button>
      </div>
    </Sheet>
  )
}
