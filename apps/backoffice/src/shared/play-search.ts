import { useAddress } from './address.ts'
import { centsParam, momentOf, type SearchField } from './SearchFilters.tsx'

/** Fields by which bets and rounds are searched alike, with the one that only this list has. */
export const playFields = (own: SearchField): readonly SearchField[] => [
  { name: 'id', label: 'plays.filter.id', kind: 'text' },
  { name: 'jogador', label: 'plays.filter.player', kind: 'text' },
  own,
  { name: 'de', label: 'plays.filter.from', kind: 'day' },
  { name: 'ate', label: 'plays.filter.until', kind: 'day' },
  { name: 'min', label: 'plays.filter.least', kind: 'money' },
  { name: 'max', label: 'plays.filter.most', kind: 'money' },
]

/** What the address asks of a list of bets or rounds, by these fields and by names of its own. */
export function usePlaySearch(fields: readonly SearchField[], ...ownNames: readonly string[]) {
  const address = useAddress()
  const names = [...fields.map(({ name }) => name), ...ownNames]
  const filled = names.map((name) => address.get(name)).join(' ')
  return {
    /** What both calls take. */
    query: {
      id: address.get('id').toUpperCase() || undefined,
      playerId: address.get('jogador').toUpperCase() || undefined,
      from: momentOf(address.get('de'), 'begins'),
      until: momentOf(address.get('ate'), 'is over'),
      fromCents: centsParam(address.get('min')),
      untilCents: centsParam(address.get('max')),
    },
    /** All that is filled in, and what it is called: another search has another one. */
    filled,
    names,
  }
}
