/** The rounds without duplicates, each at its first position: a repeated answer is the same round. */
export const eachOnce = <R extends { roundId: string }>(rounds: readonly R[]): R[] => [
  ...new Map(rounds.map((round) => [round.roundId, round])).values(),
]
