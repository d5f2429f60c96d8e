import { isValidCpf, stripTaxId } from '@palpite/money'
import type { DataOf } from '../../shared/api.ts'

/** A player for operators: personal data are masked. */
export type Player = DataOf<'POST /api/backoffice/players/find'>[number]

const doubts = {
  under_age: 'players.identity.underAge',
  mismatch: 'players.identity.mismatch',
  deceased: 'players.identity.deceased',
  irregular: 'players.identity.irregular',
  unknown: 'players.identity.unknown',
} as const

/** How certain a player's identity is: confirmed by the register, doubted by it, only given, or missing. */
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

/** The CPFs in a text, one a line or separated by commas, and the first entry that is none. */
export function cpfsIn(typed: string): { cpfs: string[]; wrong: string | undefined } {
  const entries = typed.split(/[\n,;]/).filter((entry) => stripTaxId(entry) !== '')
  return {
    cpfs: entries.map(stripTaxId),
    wrong: entries.find((entry) => !isValidCpf(stripTaxId(entry)))?.trim(),
  }
}
