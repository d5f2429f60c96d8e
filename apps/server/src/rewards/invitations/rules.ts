/** The earning part of one player's stakes on a day. */
export type Earning = { playerId: number; earningCents: number }

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
  /** The inviters of each player, nearest first. */
  referrers: ReadonlyMap<number, readonly number[]>
  /** Test accounts neither earn commission nor bring it. */
  isTest: (playerId: number) => boolean
  relations: (pair: Pair) => Relation[]
}

/**
 * The commission of one day's earning stakes for the inviters above each player, level by level. A rate of one
 * hundredth of a percent on one cent is one ten-thousandth of a cent, so nothing is rounded here. Commission from an
 * account that looks like the earner's own is held, with the reasons.
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

/**
 * The payable part of an earner's waiting shares: whole cents. The fraction of a cent stays with the house, because
 * paying marks all waiting shares as paid. Less than a cent in all keeps waiting.
 */
export const payableCents = (waitingE4: number): number => Math.max(0, Math.floor(waitingE4 / E4))

/**
 * What is debited from an earner's balances when reversals exceed the waiting amount: bonus first, then cash, as far
 * as they reach. The rest is deducted from later commission.
 */
export function reversalDebits(
  waitingE4: number,
  { cashCents, bonusCents }: { cashCents: number; bonusCents: number },
): { bonus: number; cash: number } {
  const owed = Math.max(0, Math.ceil(-waitingE4 / E4))
  const bonus = Math.min(owed, bonusCents)
  return { bonus, cash: Math.min(owed - bonus, cashCents) }
}

export const E4 = 10_000

/**
 * The reversed part of a share: the same fraction as went back of the player's top-ups, rounded up. `toppedUpCents` is
 * the total before the reversal.
 */
export const reversedShareE4 = (amountE4: number, reversedCents: number, toppedUpCents: number): number =>
  toppedUpCents <= 0
    ? amountE4
    : Math.ceil((amountE4 * Math.min(reversedCents, toppedUpCents)) / toppedUpCents)

/** A trait that makes two accounts look like one person's. */
export type Relation = 'cpf' | 'payer' | 'payout_key' | 'device' | 'address'

export type Trait = { playerId: number; kind: Relation; value: string }

/** An earner, and the player whose stakes earn. */
export type Pair = { earnerId: number; playerId: number }

/**
 * Finds why an earner and a player look related: the kinds of traits they share, in a fixed order. The answer is the
 * stored and displayed reason.
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

/** Traits that hardly two people share. An address is none: whole towns browse from one. */
const ofOnePerson: ReadonlySet<Relation> = new Set(['cpf', 'payer', 'payout_key', 'device'])

/**
 * Which of these accounts look like another one of a person before them: only the first counts as an invitee, or one
 * person with many accounts would climb the ladder alone. An address alone says nothing.
 */
export function repeatedPersons(playerIds: readonly number[], traits: readonly Trait[]): ReadonlySet<number> {
  const byPlayer = Map.groupBy(
    traits.filter(({ kind }) => ofOnePerson.has(kind)),
    ({ playerId }) => playerId,
  )
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const playerId of playerIds.toSorted((one, other) => one - other)) {
    const own = (byPlayer.get(playerId) ?? []).map(({ kind, value }) => `${kind} ${value}`)
    if (own.some((trait) => seen.has(trait))) repeated.add(playerId)
    for (const trait of own) seen.add(trait)
  }
  return repeated
}
