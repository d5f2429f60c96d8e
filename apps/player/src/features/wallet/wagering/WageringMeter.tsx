import { Button, Progress } from '@palpite/ui'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { UserInfo } from '../../../shared/session.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { stakedFor } from '../../../shared/use-counted-shares.ts'
import { giveBonusBack } from './give-bonus-back.ts'
import { openParts, titleOf, type WageringPart } from './wagering-parts.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

type Props = {
  wagering: UserInfo['wagering']
  /** Which of the two parts are shown. */
  parts: readonly WageringPart[]
}

/** What must still be staked before a withdrawal and before a bonus becomes cash, and which stakes count. */
export function WageringMeter({ wagering, parts }: Props) {
  const t = useText()
  const format = useFormat()
  const { maxBonusStakeCents, bonusGrantCents, bonusExpiresAt } = wagering
  const open = openParts(wagering, parts)
  if (open.length === 0) return null
  return (
    <section
      aria-label={t('wallet.wagering.label')}
      className="hairline grid gap-12 rounded-18 bg-surface-1 p-14 text-13"
    >
      {open.map(({ part, leftCents, totalCents }) => {
        const left = { left: format.money(stakedFor(leftCents, wagering.sportsBps) ?? leftCents) }
        const title = t(titleOf(part, wagering), left)
        const inGames = stakedFor(leftCents, wagering.smallGamesBps)
        return (
          <div key={part} className="grid gap-6">
            <p className="text-14 font-600">{title}</p>
            {inGames !== undefined && (
              <p className="text-text-2">{t('wallet.wagering.inGames', { left: format.money(inGames) })}</p>
            )}
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
      <CountedShares isFolded />
      <HelpArticle slug="bonus" />
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
