/** A competition that feeds name, by its name without accents and capitals, and the country that it is of. */
type Known = readonly [name: string, country: string | null]

/**
 * Competitions in the order in which players in Brazil look for them: their own leagues and cups, those of the
 * continent, then the leagues of Europe that are shown here. Feeds name a competition and nothing else, so
 * that where it is played can be known by its name alone; one that two countries have is left out.
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

/** The place of a competition among those that players look for; the others come after them all, and stay as they are. */
export const rankOf = (competition: string): number => places.get(plain(competition))?.rank ?? known.length

/** The country a competition is of; nothing where it has several, or where none is known. */
export const countryOf = (competition: string): string | null =>
  places.get(plain(competition))?.country ?? null
