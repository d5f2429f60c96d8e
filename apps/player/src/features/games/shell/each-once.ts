/** These rounds, each once, where it stands first: one that was answered twice is still one round. */
export const eachOnce = <R extends { roundId: string }>(rounds: readonly R[]): R[] => [
  ...new Map(rounds.map((round) => [round.roundId, round])).values(),
]
