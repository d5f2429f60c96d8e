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
