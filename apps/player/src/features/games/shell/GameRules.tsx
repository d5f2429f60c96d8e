import { Sheet } from '@palpite/ui'
import { useFormat, useReturnShare } from '../../../shared/format/use-format.ts'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { nameOf } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { payTables } from '../paced/pay-tables.ts'
import { rulesTexts } from './rules-texts.ts'
import { useGameTerms } from './use-game.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

/** A game's rules, payouts, return and bounds. */
export function GameRules({ game }: OverlayInputs['gameRules']) {
  const t = useText()
  const format = useFormat()
  const returnShare = useReturnShare()
  const { terms } = useGameTerms(game)
  const PayTable = payTables[game]
  return (
    <Sheet
      title={t('games.rules.title', { game: t(nameOf(game)) })}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-12 px-16 pb-20 text-14 text-text-2">
        {rulesTexts[game]?.map((key) => (
          <p key={key}>{t(key)}</p>
        ))}
        {terms && (
          <>
            <p>{t('games.rules.return', { share: returnShare(terms) })}</p>
            <p>
              {t('games.rules.bounds', {
                min: format.money(terms.minStakeCents),
                max: format.money(terms.maxStakeCents),
                payout: format.money(terms.maxPayoutCents),
              })}
            </p>
          </>
        )}
        {PayTable && <PayTable />}
        <p>{t('games.rules.fair')}</p>
        <CountedShares />
        <HelpArticle slug={game} />
      </div>
    </Sheet>
  )
}
