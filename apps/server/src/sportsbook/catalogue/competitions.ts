/** A competition's name in feeds, without accents and capitals, and its country. */
type Known = readonly [name: string, country: string | null]

/**
 * Competitions in the order in which players in Brazil look for them: their own leagues and cups, those of the
 * continent, then the European leagues shown here. Feeds give only the competition's name, so its country must follow
 * from that; names used in two countries are omitted.
 */
const known: readonly Known[] = [
  ['brasileirao', 'BR'],
  ['brasileirao serie a', 'BR'],
  ['campeonato brasileiro serie a', 'BR'],
  ['brasileirao betano', 'BR'],
  ['serie a brasil', 'BR'],
  ['copa do brasil', 'BR'],
  ['libertadores', null],
  ['copa libertadores', null],
  ['copa do mundo', null],
  ['brasileirao serie b', 'BR'],
  ['campeonato brasileiro serie b', 'BR'],
  ['sul americana', null],
  ['copa sul americana', null],
  ['copa do nordeste', 'BR'],
  ['paulistao', 'BR'],
  ['campeonato paulista', 'BR'],
  ['campeonato carioca', 'BR'],
  ['campeonato mineiro', 'BR'],
  ['campeonato gaucho', 'BR'],
  ['brasileirao serie c', 'BR'],
  ['liga dos campeoes', null],
  ['champions league', null],
  ['uefa champions league', null],
  ['premier league', 'GB-ENG'],
  ['la liga', 'ES'],
  ['laliga', 'ES'],
  ['serie a italia', 'IT'],
  ['bundesliga', 'DE'],
  ['ligue 1', 'FR'],
  ['primeira liga', 'PT'],
  ['liga portugal', 'PT'],
  ['liga profesional', 'AR'],
  ['europa league', null],
  ['championship', 'GB-ENG'],
  ['eredivisie', 'NL'],
  ['liga mx', 'MX'],
  ['mls', 'US'],
  ['saudi pro league', 'SA'],
]

const plain = (competition: string) =>
  competition
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const places = new Map(known.map(([name, country], rank) => [name, { rank, country }]))

/** The rank of a competition among the popular ones; the others follow in their own order. */
export const rankOf = (competition: string): number => places.get(plain(competition))?.rank ?? known.length

/** The country of a competition; null if it has several, or is unknown. */
export const countryOf = (competition: string): string | null =>
  places.get(plain(competition))?.country ?? null
