/** What of one player's stakes of a day earns. */
type Earning = { playerId: number; earningCents: number }

export type Rate = { level: number; rateBps: number }

export type Share = Pair & {
  level: number
  settledCents: number
  amountE4: number
  status: 'waiting' | 'held'
  reasons: Relation[]
}

export type Sharing = {
  rates: readonly Rate[]
  /** Who invited each player, the nearest first. */
  referrers: ReadonlyMap<number, readonly number[]>
  /** Test accounts: nobody earns by them, and they earn nothing. */
  isTest: (playerId: number) => boolean
  relations: (pair: Pair) => Relation[]
}

/**
 * What the stakes of a day that earn bring to those above each player, level by level. One ten-thousandth of a cent is
 * what a rate of one hundredth of a percent makes of a cent, so nothing is rounded here. What is earned on an account
 * that looks like the earner's own is held, with the reasons.
 */
export function sharesOf(earning: readonly Earning[], sharing: Sharing): Share[] {
  const { rates, referrers, isTest, relations } = sharing
  const rateOf = new Map(rates.map(({ level, rateBps }) => [level, rateBps]))
  return earning.flatMap(({ playerId, earningCents: settledCents }) => {
    if (isTest(playerId)) return []
    return (referrers.get(playerId) ?? []).flatMap((earnerId, at): Share[] => {
      const level = at + 1
      const amountE4 = settledCents * (rateOf.get(level) ?? 0)
      if (amountE4 === 0 || isTest(earnerId)) return []
      const reasons = relations({ earnerId, playerId })
      const status = reasons.length > 0 ? 'held' : 'waiting'
      return [{ earnerId, playerId, level, settledCents, amountE4, status, reasons }]
    })
  })
}

/** What an earner is paid of shares that wait: whole cents; what is begun of one stays the house's. */
export const payableCents = (waitingE4: number): number => Math.max(0, Math.floor(waitingE4 / E4))

/**
 * What of an earner's balances goes back where more was taken back than waits: bonus first, then cash, as far as they
 * reach. The rest comes off what is earned later.
 */
export function takenCents(
  waitingE4: number,
  { cashCents, bonusCents }: { cashCents: number; bonusCents: number },
): { bonus: number; cash: number } {
  const owed = Math.max(0, Math.ceil(-waitingE4 / E4))
  const bonus = Math.min(owed, bonusCents)
  return { bonus, cash: Math.min(owed - bonus, cashCents) }
}

export const E4 = 10_000

/**
 * What is taken back of a share when the bank took back a part of the player's top-ups: that part of it. All of what the
 * player brought in is `toppedUpCents`, before the reversal.
 */
export const takenBackE4 = (amountE4: number, reversedCents: number, toppedUpCents: number): number =>
  toppedUpCents <= 0
    ? amountE4
    : Math.ceil((amountE4 * Math.min(reversedCents, toppedUpCents)) / toppedUpCents)

/** What makes two accounts look like one person's. */
export type Relation = 'cpf' | 'payer' | 'payout_key' | 'device' | 'address'

export type Trait = { playerId: number; kind: Relation; value: string }

/** Two players: who earns, and whose stakes it is earned on. */
export type Pair = { earnerId: number; playerId: number }

/**
 * Why an earner and a player look related: each kind of trait that both have the same of, in a fixed order. What it
 * answers is the reason that is stored and shown, so that nobody has to guess at it.
 */
export function relationsOf(traits: readonly Trait[]): (pair: Pair) => Relation[] {
  const byPlayer = new Map<number, Map<Relation, Set<string>>>()
  for (const { playerId, kind, value } of traits) {
    const own = byPlayer.get(playerId) ?? new Map<Relation, Set<string>>()
    own.set(kind, (own.get(kind) ?? new Set()).add(value))
    byPlayer.set(playerId, own)
  }
  return ({ earnerId, playerId }) => {
    const [one, other] = [byPlayer.get(earnerId), byPlayer.get(playerId)]
    return kinds.filter((kind) => [...(one?.get(kind) ?? [])].some((value) => other?.get(kind)?.has(value)))
  }
}

const kinds = ['cpf', 'payer', 'payout_key', 'device', 'address'] as const
