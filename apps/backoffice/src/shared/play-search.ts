import { useAddress } from './address.ts'
import { centsParam, momentOf, type SearchField } from './SearchFilters.tsx'

/** Search fields shared by bets and rounds, with this list's own one. */
export const playFields = (own: SearchField): readonly SearchField[] => [
  { name: 'id', label: 'plays.filter.id', kind: 'text' },
  { name: 'jogador', label: 'plays.filter.player', kind: 'text' },
  own,
  { name: 'de', label: 'plays.filter.from', kind: 'day' },
  { name: 'ate', label: 'plays.filter.until', kind: 'day' },
  { name: 'min', label: 'plays.filter.least', kind: 'money' },
  { name: 'max', label: 'plays.filter.most', kind: 'money' },
]

/** The address's search of bets or rounds. */
export function usePlaySearch(fields: readonly SearchField[], ...ownNames: readonly string[]) {
  const address = useAddress()
  const names = [...fields.map(({ name }) => name), ...ownNames]
  const filled = names.map((name) => address.get(name)).join(' ')
  return {
    /** The parameters of both calls. */
    query: {
      id: address.get('id').toUpperCase() || undefined,
      playerId: address.get('jogador').toUpperCase() || undefined,
      from: momentOf(address.get('de'), 'begins'),
      until: momentOf(address.get('ate'), 'is over'),
      fromCents: centsParam(address.get('min')),
      untilCents: centsParam(address.get('max')),
    },
    /** All filled-in values with their names: another search has another key. */
    filled,
    names,
  }
}
