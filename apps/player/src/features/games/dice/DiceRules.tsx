import { Sheet } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useDiceTerms } from './use-dice.ts'

/** How dice is played, what it pays and what it returns over time. */
export function DiceRules() {
  const t = useText()
  const format = useFormat()
  const { terms } = useDiceTerms()
  return (
    <Sheet title={t('games.dice.rules')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-12 px-16 pb-20 text-14 text-text-2">
        <p>{t('games.dice.rules.play')}</p>
        <p>{t('games.dice.rules.pays')}</p>
        {terms && (
          <>
            <p>{t('games.dice.rules.return', { share: format.percent(terms.returnToPlayer, 2) })}</p>
            <p>
              {t('games.dice.rules.bounds', {
                min: format.money(terms.minStakeCents),
                max: format.money(terms.maxStakeCents),
                payout: format.money(terms.maxPayoutCents),
              })}
            </p>
          </>
        )}
        <p>{t('games.dice.rules.fair')}</p>
      </div>
    </Sheet>
  )
}
