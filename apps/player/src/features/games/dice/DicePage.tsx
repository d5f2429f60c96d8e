import { type DiceBet, isDiceWin } from '@palpite/games'
import { Button, cx, entryCents, ErrorCard, Icon, IconButton, type MoneyEntry, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { useHundredths } from '../hundredths.ts'
import { RoundStrip } from '../RoundStrip.tsx'
import { stakeProblem } from '../stake.ts'
import { StakeField } from '../StakeField.tsx'
import css from './DicePage.module.css'
import { DiceFields } from './DiceFields.tsx'
import { DiceRuler } from './DiceRuler.tsx'
import { termsOf, stakeBoundsOf, withTarget } from './dice-bet.ts'
import { DiceResult } from './DiceResult.tsx'
import { eachOnce } from './each-once.ts'
import { type DiceRound, useDiceHistory, useDiceTerms, useRoll } from './use-dice.ts'

/** Dice: choose where the line is, stake, roll. The result, the multiplier and the money come from the server. */
export function DicePage() {
  const t = useText()
  const { terms, isError, refetch } = useDiceTerms()
  const more = (
    <IconButton icon="info-fill" label={t('games.dice.rules')} onClick={() => openOverlay('diceRules')} />
  )
  return (
    <main className="flex min-h-dvh flex-col">
      <TopBar title={t('app.game.dice')} end={more} />
      {terms ? (
        <DiceTable terms={terms} />
      ) : isError ? (
        <div className="p-12">
          <ErrorCard
            title={t('app.section.failed')}
            retryLabel={t('app.section.retry')}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <div className="grid gap-16 p-12">
          <Skeleton className="h-34" />
          <Skeleton className="h-180" />
          <Skeleton className="h-220" />
        </div>
      )}
    </main>
  )
}

type Terms = NonNullable<ReturnType<typeof useDiceTerms>['terms']>

function DiceTable({ terms }: { terms: Terms }) {
  const t = useText()
  const format = useFormat()
  const hundredths = useHundredths()
  const user = useUser()
  const history = useDiceHistory()
  const [bet, setBet] = useState<DiceBet>({ side: 'over', targetHundredths: 5050 })
  const [entry, setEntry] = useState<MoneyEntry>('5')
  const [rolled, setRolled] = useState<readonly DiceRound[]>([])
  const roll = useRoll((round) => setRolled((rounds) => eachOnce([round, ...rounds])))
  const rounds = eachOnce([...rolled, ...(history.data?.rounds ?? [])])
  const last = rolled[0]
  const stakeCents = entryCents(entry)
  const balanceCents = centsOf(user?.balance ?? 0)
  const bounds = stakeBoundsOf(bet, terms)
  const problem = stakeProblem(stakeCents, bounds, balanceCents)
  const { multiplierE4 } = termsOf(bet)
  return (
    <>
      <RoundStrip
        rounds={rounds}
        textOf={(round) => hundredths(round.dice.resultHundredths)}
        label={t('games.rounds.label')}
      />
      <section
        className={cx(css.stage, 'grid flex-1 content-center gap-24 px-12 py-16')}
        aria-label={t('app.game.dice')}
      >
        <DiceResult round={last} />
        <DiceRuler
          bet={bet}
          onTarget={(target) => setBet(withTarget(bet, target))}
          landed={
            last && {
              hundredths: last.dice.resultHundredths,
              won: isDiceWin(
                { side: last.dice.direction, targetHundredths: last.dice.targetHundredths },
                last.dice.resultHundredths,
              ),
            }
          }
          disabled={roll.isPending}
        />
        <DiceFields bet={bet} onBet={setBet} disabled={roll.isPending} />
      </section>
      <section className="grid gap-12 rounded-t-24 bg-surface-1 px-12 pt-16 pb-[max(env(safe-area-inset-bottom),0.12rem)]">
        <StakeField
          entry={entry}
          onEntry={setEntry}
          bounds={bounds}
          balanceCents={balanceCents}
          disabled={roll.isPending}
        />
        {problem === 'tooMuch' ? (
          <Button block onClick={() => openOverlay('deposit', {})}>
            {t('games.deposit.button', { amount: format.money(stakeCents - balanceCents) })}
          </Button>
        ) : (
          <Button
            block
            busy={roll.isPending}
            disabled={stakeCents === 0 || problem !== undefined}
            onClick={() => roll.mutate({ stakeCents, bet })}
          >
            {stakeCents === 0 ? (
              t('games.stake.missing')
            ) : problem ? (
              t('games.dice.roll')
            ) : (
              <>
                <span className="flex-1 text-start">{t('games.dice.roll')}</span>
                <span className="text-14">
                  {t('games.dice.wins', {
                    amount: format.money(Math.floor((stakeCents * multiplierE4) / 10_000)),
                  })}
                </span>
              </>
            )}
          </Button>
        )}
        <button
          type="button"
          onClick={() => openOverlay('diceFairness')}
          className="flex min-h-(--tap) cursor-pointer items-center justify-center gap-6 text-12 text-text-2"
        >
          <Icon name="shield-check-fill" className="size-18 text-win" />
          {t('games.fairness.chip', { share: format.percent(terms.returnToPlayer, 2) })}
          <span className="underline">{t('games.fairness.open')}</span>
        </button>
      </section>
    </>
  )
}
