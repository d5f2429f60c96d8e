/** What two accounts may have the same of: a device, an address, a person. */
export type Trait = { playerId: number; kind: string; value: string }

/** Players who look like one, by what they have the same of, also through a third; a player alone is a group of one. */
export type Group = { playerIds: number[]; relations: string[] }

export function groupRelated(playerIds: readonly number[], traits: readonly Trait[]): Group[] {
  const groups = new Map(playerIds.map((id) => [id, { playerIds: [id], relations: new Set<string>() }]))
  const first = new Map<string, number>()
  for (const { playerId, kind, value } of traits) {
    const key = `${kind}:${value}`
    const known = first.get(key)
    if (known === undefined) {
      first.set(key, playerId)
      continue
    }
    const [one, other] = [groups.get(known), groups.get(playerId)]
    if (!one || !other || known === playerId) continue
    one.relations.add(kind)
    if (one === other) continue
    for (const id of other.playerIds) groups.set(id, one)
    one.playerIds.push(...other.playerIds)
    for (const relation of other.relations) one.relations.add(relation)
  }
  return [...new Set(groups.values())].map(({ playerIds: own, relations }) => ({
    playerIds: own.toSorted((a, b) => a - b),
    relations: [...relations].sort(),
  }))
}
