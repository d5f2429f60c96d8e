const maxShown = 5

/** The leagues of these matches, those with most matches first. */
export const busiestLeagues = <F extends { competition: string }>(fixtures: readonly F[]): F[] => {
  const counts = new Map<string, number>()
  for (const { competition } of fixtures) counts.set(competition, (counts.get(competition) ?? 0) + 1)
  const firsts = fixtures.filter(
    ({ competition }, place) => fixtures.findIndex((one) => one.competition === competition) === place,
  )
  return firsts
    .toSorted((a, b) => (counts.get(b.competition) ?? 0) - (counts.get(a.competition) ?? 0))
    .slice(0, maxShown)
}
