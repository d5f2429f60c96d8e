import type { HouseAccount } from '../../ledger/index.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { PayoutRail, PayoutRails, RailName } from './payout-rail.ts'

/** Who brings money in over a rail, and the account of the house where what came stands. */
export type TopUpSource = {
  rail: RailName
  provider: string
  account: () => Promise<HouseAccount>
  /** Whether it lets nobody but the player pay, where the policy asks for that. */
  restrictsPayer: boolean
}

/** A bank behind PIX: its ways in and out, and what decides how much of them is used. */
export type Provider = {
  name: string
  /** Which account at which bank it is, hashed; nothing of one where no money is. */
  identity: string | undefined
  /** The lowest of those that are up is used. */
  priority: number
  /** Of those of one priority each gets so much of new orders. */
  share: number
  isUp: () => boolean
  source: TopUpSource
  payouts: PayoutRail
  gateway: PaymentGateway
}

/**
 * The banks behind PIX, and the rule by which new orders choose among them: of those that are up the lowest priority, of
 * those by share. Where none is up all are asked: somebody has to find out when one is back. What began with one stays.
 */
export type Providers = {
  all: readonly Provider[]
  /** The provider of this name, also one that is not configured any more. */
  named: (name: string) => Provider
  /** For a new order, other than these; nothing when there is no other. */
  choose: (without?: readonly string[]) => Provider | undefined
  /** The names to choose from, each as often as its share: whoever draws one evenly follows the rule. */
  inTurn: () => readonly string[]
}

const TURNS = 100

export function openProviders(
  all: readonly Provider[],
  closed: (name: string) => Provider,
  below: (below: number) => number,
): Providers {
  const candidates = (without: readonly string[]) => {
    const left = all.filter(({ name }) => !without.includes(name))
    const up = left.filter(({ isUp }) => isUp())
    const usable = up.length > 0 ? up : left
    const first = Math.min(...usable.map(({ priority }) => priority))
    return usable.filter(({ priority }) => priority === first)
  }
  return {
    all,
    named: (name) => all.find((one) => one.name === name) ?? closed(name),
    choose: (without = []) => {
      const among = candidates(without)
      let drawn = below(Math.max(1, sharesOf(among)))
      return among.find(({ share }) => (drawn -= share) < 0)
    },
    inTurn: () => {
      const among = candidates([])
      const shares = sharesOf(among)
      return among.flatMap(({ name, share }) =>
        Array<string>(Math.max(1, Math.round((share * TURNS) / shares))).fill(name),
      )
    },
  }
}

const sharesOf = (among: readonly Provider[]): number => among.reduce((sum, { share }) => sum + share, 0)

type Carried = { rail: RailName; provider: string | null }

/** Who carries a payout: over PIX the provider that its row names. */
export const payoutRailOf = (
  { providers, rails }: { providers: Providers; rails: PayoutRails },
  { rail, provider }: Carried,
): PayoutRail => (rail === 'pix' ? providers.named(provider ?? '').payouts : rails.usdt)
