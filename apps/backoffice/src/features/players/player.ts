import type { DataOf } from '../../shared/api.ts'

/** A player as an operator may see one: what is personal is masked. */
export type Player = DataOf<'POST /api/backoffice/players/find'>[number]

/** The fewest letters of a reason that the audit chain keeps of a change to a player. */
export const MIN_REASON = 10

const doubts = {
  under_age: 'players.identity.underAge',
  mismatch: 'players.identity.mismatch',
  deceased: 'players.identity.deceased',
  irregular: 'players.identity.irregular',
  unknown: 'players.identity.unknown',
} as const

/** How sure it is who a player is: confirmed by the register of persons, doubted by it, given alone, or not even that. */
export const identityOf = ({
  isIdentified,
  isConfirmed,
  personDoubt,
}: Pick<Player, 'isIdentified' | 'isConfirmed' | 'personDoubt'>) => {
  if (personDoubt) return { tone: 'warn', text: doubts[personDoubt] } as const
  if (isConfirmed) return { tone: 'win', text: 'players.identity.confirmed' } as const
  const text = isIdentified ? 'players.identity.known' : 'players.identity.missing'
  return { tone: 'neutral', text } as const
}
