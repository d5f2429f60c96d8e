import { useState } from 'react'
import { Button, entryCents, entryOfCents, Icon, MoneyInput, Progress } from '@palpite/ui'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { UserInfo } from '../../../shared/session.ts'
import { useDecimalMark } from '../../../shared/text/language.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { giveBonusBack } from './give-bonus-back.ts'
import { countedCents, openParts, type WageringPart } from './wagering-parts.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

type Props = {
  wagering: UserInfo['wagering']
  /** Which of the two are shown, where they are open. */
  parts: readonly WageringPart[]
}

/** How much is still to be staked before money may leave and before a bonus becomes cash, and which stakes count. */
export function WageringMeter({ wagering, parts }: Props) {
  const t = useText()
  const format = useFormat()
  const { minPriceMilli, maxBonusStakeCents, bonusGrantCents, bonusExpiresAt } = wagering
  const open = openParts(wagering, parts)
  if (open.length === 0) return null
  return (
    <section
      aria-label={t('wallet.wagering.label')}
      className="hairline grid gap-12 rounded-18 bg-surface-1 p-14 text-13"
    >
      {open.map(({ part, leftCents, totalCents }) => {
        const left = { left: format.money(leftCents) }
        const title = part === 'own' ? t('wallet.wagering.own', left) : t('wallet.wagering.bonus', left)
        return (
          <div key={part} className="grid gap-6">
            <p className="text-14 font-600">{title}</p>
            <Progress label={title} share={(totalCents - leftCents) / totalCents} />
            <p className="text-text-2">
              {t('wallet.wagering.done', {
                done: format.money(totalCents - leftCents),
                total: format.money(totalCents),
              })}
            </p>
            {part === 'bonus' && (
              <p className="text-text-2">
                {t('wallet.wagering.bonusRules', {
                  grant: format.money(bonusGrantCents),
                  most: format.money(maxBonusStakeCents),
                })}
              </p>
            )}
            {part === 'bonus' && bonusExpiresAt !== null && (
              <p className="font-600">
                {t('wallet.wagering.expires', { date: format.dayTime(bonusExpiresAt) })}
              </p>
            )}
            {part === 'bonus' && <GiveBack grantCents={bonusGrantCents} />}
          </div>
        )
      })}
      <p className="flex items-start gap-8 text-text-2">
        <Icon name="info-fill" className="mt-1 size-16 shrink-0" />
        {t('wallet.wagering.minPrice', { price: format.price(minPriceMilli) })}
      </p>
      {open.some(({ part }) => part === 'bonus') && <Contributions wagering={wagering} />}
    </section>
  )
}

function GiveBack({ grantCents }: { grantCents: number }) {
  const t = useText()
  const language = useLanguage()
  const giving = useCommand({ mutationFn: () => giveBonusBack({ grantCents, language }) })
  return (
    <Button kind="ghost" size="s" busy={giving.isPending} onClick={() => giving.mutate()}>
      {t('wallet.giveBack.action')}
    </Button>
  )
}

/** A stake to begin with; its player types another. */
const EXAMPLE_CENTS = 1_000

/** How much of a stake counts for the bonus, by game, and what of one that is typed; a higher price may count for more. */
function Contributions({ wagering }: Pick<Props, 'wagering'>) {
  const t = useText()
  const format = useFormat()
  const decimalMark = useDecimalMark()
  const [entry, setEntry] = useState(() => entryOfCents(EXAMPLE_CENTS))
  const names: Readonly<Record<string, string>> = {
    // Bets on every sport count by their kind alone.
    football: t('wallet.wagering.single'),
    parlay: t('wallet.wagering.parlay'),
    system: t('wallet.wagering.system'),
    studio: t('wallet.wagering.studio'),
    dice: t('app.game.dice'),
    mines: t('app.game.mines'),
    limbo: t('app.game.limbo'),
    rowDouble: t('app.game.rowDouble'),
    double: t('app.game.double'),
    luckyColor: t('app.game.luckyColor'),
  }
  return (
    <details>
      <summary className="finger-44 cursor-pointer content-center font-600 hover:underline">
        {t('wallet.wagering.counts')}
      </summary>
      <MoneyInput
        label={t('wallet.wagering.ofStake')}
        entry={entry}
        onEntry={setEntry}
        symbol={t('wallet.money.symbol')}
        decimalMark={decimalMark}
        keyboard="native"
      />
      <dl className="mt-12 grid gap-6">
        {wagering.contributions.map(({ game, fromPriceMilli, shareBps }) => (
          <div key={`${game} ${fromPriceMilli}`} className="flex flex-wrap justify-between gap-x-12">
            <dt className="text-text-2">
              {t('wallet.wagering.from', {
                game: names[game] ?? game,
                price: format.price(fromPriceMilli),
              })}
            </dt>
            <dd className="font-600">
              {format.percent(shareBps / 10_000, 2)}
              {' · '}
              {format.money(countedCents(shareBps, entryCents(entry)))}
            </dd>
          </div>
        ))}
      </dl>
      <HelpArticle slug="bonus" />
    </details>
  )
}
