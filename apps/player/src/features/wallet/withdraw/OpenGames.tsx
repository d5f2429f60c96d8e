import { Link } from 'wouter'
import { callKey } from '../../../shared/api/use-call.ts'
import { usePoll } from '../../../shared/api/use-poll.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { nameOf, smallGames } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import type { WithdrawLimits } from './withdraw-rules.ts'

/** An abandoned round ends without an event, so this is polled. */
const ASKED_EVERY_MS = 5_000

/** The games that block withdrawals, with links. */
export function OpenGames({ games }: { games: WithdrawLimits['openGames'] }) {
  const t = useText()
  usePoll([callKey('GET /api/app/order/getWithdraw')], ASKED_EVERY_MS)
  return games.map(({ code, name }) => {
    const small = smallGames.find(({ game }) => game === code)?.game
    const shown = name ?? (small ? t(nameOf(small)) : code)
    return (
      <p key={code} className="text-center text-13 font-600">
        {t('wallet.withdraw.openGame', { game: shown })}{' '}
        <Link
          href={small ? hrefOf(small) : hrefOf('play', { game: code })}
          className="whitespace-nowrap text-brand-text underline"
        >
          {t('wallet.withdraw.toGame', { game: shown })}
        </Link>
      </p>
    )
  })
}
