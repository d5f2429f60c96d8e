import { Icon } from '@palpite/ui'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { centsOf } from '../../../shared/format/format.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useWagering } from '../../../shared/use-counted-shares.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { type BoostedBet, insuranceOf, isPaidEarly } from './boost-rules.ts'
import type { StakedLeg } from './slip-rules.ts'
import { useBoosts } from './use-boosts.ts'
import { movedBy, wageredBets } from './wagering-rules.ts'

type Props = {
  legs: readonly StakedLeg[]
  combined: BoostedBet | undefined
  /** One line beside the stake, where space is short; `SlipShares` then shows which stakes count. */
  isBrief?: boolean
}

/** How much these bets would wager, if anything is left. */
export function WageringLine({ legs, combined, isBrief = false }: Props) {
  const t = useText()
  const { money, price } = useFormat()
  const user = useUser()
  const wagering = useWagering()
  const boosts = useBoosts()
  const isEarly = (view: StakedLeg['view']) => isPaidEarly(view, boosts)
  const isPromised =
    (combined?.boost?.addsCents ?? 0) > 0 ||
    insuranceOf(combined, boosts) !== undefined ||
    legs.some(({ view }) => isEarly(view))
  const bets = wageredBets(legs, combined && { ...combined, isPromised }, isEarly).filter(
    ({ stakeCents }) => stakeCents > 0,
  )
  if (!user || !wagering || bets.length === 0) return null
  if (wagering.ownLeftCents === 0 && wagering.bonusLeftCents === 0) return null
  const moved = movedBy(wagering, bets, centsOf(user.balance) - centsOf(user.freeBalance))
  const lines = [
    { cents: moved.ownCents, left: wagering.ownLeftCents, text: 'sportsbook.wagering.own' as const },
    { cents: moved.bonusCents, left: wagering.bonusLeftCents, text: 'sportsbook.wagering.bonus' as const },
  ].filter(({ cents }) => cents > 0)
  return (
    <section
      aria-label={t('sportsbook.wagering.name')}
      className="flex items-start gap-8 rounded-14 bg-surface-2 px-12 py-10 text-12 text-text-2"
    >
      <Icon name="info-fill" className="mt-1 size-16 shrink-0" />
      <div className="grid gap-4">
        {lines.map(({ cents, left, text }) => (
          <p key={text}>{t(text, { amount: money(cents), left: money(left) })}</p>
        ))}
        {lines.length > 0 && moved.fromBonusCents > 0 && (
          <p>{t('sportsbook.wagering.fromBonus', { amount: money(moved.fromBonusCents) })}</p>
        )}
        {lines.length === 0 && (
          <p>
            {isPromised
              ? t('sportsbook.wagering.promised')
              : t('sportsbook.wagering.nothing', { odds: price(wagering.minPriceMilli) })}
          </p>
        )}
        {!isBrief && <CountedShares only="shares" />}
      </div>
    </section>
  )
}

/** Which stakes count, and how much of them, while something is to be wagered. */
export function SlipShares() {
  const wagering = useWagering()
  if (!wagering || (wagering.ownLeftCents === 0 && wagering.bonusLeftCents === 0)) return null
  return (
    <div className="px-4">
      <CountedShares only="shares" />
    </div>
  )
}
