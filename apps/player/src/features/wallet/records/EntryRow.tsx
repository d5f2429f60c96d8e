import { Icon } from '@palpite/ui'
import { Link } from 'wouter'
import { useFormat } from '../../../shared/format/use-format.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { type AccountEntry, iconOf, reasonTexts } from './statement-parts.ts'

/** An entry: reason, time, amount, balance after it, and a link to its bet. */
export function EntryRow({ entry }: { entry: AccountEntry }) {
  const t = useText()
  const format = useFormat()
  const { reason, game, betId, account, amountCents, afterCents, at } = entry
  const name = smallGames.find((one) => one.game === game)?.text
  const isBonus = account === 'bonus'
  return (
    <li className="hairline relative flex min-h-60 items-center gap-12 rounded-18 bg-surface-1 py-8 ps-12 pe-14 roomy:flex-wrap">
      <Icon name={iconOf(entry)} className="size-24 shrink-0 text-text-2" />
      <div className="grid min-w-0 flex-1 gap-2 roomy:min-w-140">
        <p className="text-14 font-600">{t(reasonTexts[reason], name ? { game: t(name) } : {})}</p>
        <p className="text-12 text-text-2">
          <time dateTime={at}>{format.clock(at)}</time>
          {isBonus && ` · ${t('wallet.account.bonus')}`}
          {betId !== null && (
            <>
              {' · '}
              {/* The whole entry is pressable. */}
              <Link
                href={hrefOf('registros', { tab: 'sports', bet: betId })}
                className="font-600 text-brand-text after:absolute after:inset-0 after:rounded-18 hover:underline"
              >
                {t('wallet.entry.seeBet')}
              </Link>
            </>
          )}
        </p>
      </div>
      <p className="grid justify-items-end gap-2 text-end whitespace-nowrap roomy:flex-1">
        <span
          data-in={amountCents > 0 || undefined}
          className="text-14 font-700 tracking-tight data-in:text-win"
        >
          {format.signedMoney(amountCents)}
        </span>
        <span className="text-12 text-text-2">
          {t(isBonus ? 'wallet.entries.bonusAfter' : 'wallet.entries.balanceAfter', {
            amount: format.money(afterCents),
          })}
        </span>
      </p>
    </li>
  )
}
