export type CrestPattern = 'half' | 'stripes' | 'sash' | 'hoop' | 'chevron' | 'quarters'
type Crest = { main: string; second: string; pattern: CrestPattern }

/** The colours of shields. */
const inks = {
  ruby: '#C3122F',
  red: '#D81E3A',
  wine: '#7A1230',
  blue: '#1557B8',
  azure: '#1E88E5',
  sky: '#6CB4EE',
  navy: '#0B2C4F',
  green: '#0B6B3A',
  leaf: '#0B8A4A',
  gold: '#FFC52E',
  ink: '#16121F',
  night: '#2A2438',
  white: '#F6F3FC',
  orange: '#E8590C',
  violet: '#5433D6',
  rose: '#D96FB5',
  brown: '#8A5A2B',
  teal: '#12A39A',
} as const

type Ink = keyof typeof inks

/** The colours and pattern that supporters know a team by, and the teams; never a club's emblem. */
const known: readonly [main: Ink, second: Ink, pattern: CrestPattern, teams: string][] = [
  ['ruby', 'ink', 'hoop', 'flamengo'],
  ['green', 'white', 'stripes', 'palmeiras'],
  ['white', 'ink', 'stripes', 'corinthians, juventus'],
  ['white', 'ruby', 'hoop', 'sao paulo'],
  ['white', 'night', 'half', 'santos'],
  ['ink', 'white', 'quarters', 'botafogo, botafogo rj'],
  ['wine', 'green', 'stripes', 'fluminense'],
  ['ink', 'white', 'sash', 'vasco, vasco da gama'],
  ['blue', 'white', 'half', 'cruzeiro'],
  ['ink', 'white', 'stripes', 'atletico mg, atletico mineiro, newcastle united, newcastle'],
  ['azure', 'ink', 'stripes', 'gremio'],
  ['red', 'white', 'chevron', 'internacional, benfica'],
  ['blue', 'red', 'half', 'bahia'],
  ['blue', 'red', 'stripes', 'fortaleza'],
  ['white', 'red', 'chevron', 'bragantino, red bull bragantino'],
  ['ruby', 'ink', 'stripes', 'athletico pr, athletico paranaense, athletico'],
  ['white', 'green', 'hoop', 'coritiba'],
  ['leaf', 'white', 'quarters', 'chapecoense'],
  ['red', 'ink', 'hoop', 'vitoria, sport, sport recife'],
  ['gold', 'green', 'half', 'mirassol'],
  ['navy', 'white', 'sash', 'remo'],
  ['ink', 'white', 'hoop', 'ceara'],
  ['leaf', 'white', 'stripes', 'juventude'],
  ['green', 'white', 'sash', 'goias'],
  ['green', 'gold', 'chevron', 'cuiaba'],
  ['green', 'ink', 'stripes', 'america mg'],
  ['red', 'ink', 'stripes', 'atletico go, milan, ac milan'],
  ['gold', 'ink', 'stripes', 'criciuma'],
  ['azure', 'white', 'stripes', 'paysandu'],
  ['green', 'white', 'half', 'guarani'],
  ['white', 'ink', 'sash', 'ponte preta'],
  ['blue', 'white', 'stripes', 'avai, porto'],
  ['gold', 'ink', 'hoop', 'novorizontino'],
  ['red', 'white', 'half', 'arsenal'],
  ['blue', 'white', 'chevron', 'chelsea'],
  ['ruby', 'green', 'chevron', 'liverpool'],
  ['sky', 'white', 'half', 'manchester city'],
  ['red', 'gold', 'chevron', 'manchester united'],
  ['white', 'navy', 'chevron', 'tottenham, tottenham hotspur'],
  ['blue', 'white', 'hoop', 'everton'],
  ['wine', 'sky', 'half', 'aston villa'],
  ['wine', 'sky', 'hoop', 'west ham'],
  ['white', 'gold', 'chevron', 'real madrid'],
  ['blue', 'wine', 'stripes', 'barcelona'],
  ['red', 'white', 'stripes', 'atletico madrid'],
  ['blue', 'ink', 'stripes', 'inter, inter milan'],
  ['azure', 'white', 'half', 'napoli'],
  ['wine', 'gold', 'half', 'roma'],
  ['red', 'white', 'quarters', 'bayern munich'],
  ['gold', 'ink', 'half', 'borussia dortmund'],
  ['navy', 'red', 'stripes', 'psg, paris saint germain'],
  ['green', 'white', 'hoop', 'sporting'],
  ['navy', 'gold', 'hoop', 'boca juniors'],
  ['white', 'red', 'sash', 'river plate'],
]

const crests = new Map<string, Crest>(
  known.flatMap(([main, second, pattern, teams]) =>
    teams.split(', ').map((team) => [team, { main: inks[main], second: inks[second], pattern }] as const),
  ),
)

/** Colours for all other teams: they differ visibly even at the size of a list row. */
const colours: readonly Ink[] = [
  'ruby',
  'blue',
  'green',
  'gold',
  'wine',
  'ink',
  'white',
  'sky',
  'orange',
  'violet',
  'navy',
  'rose',
  'brown',
  'teal',
]
const patterns: readonly CrestPattern[] = ['half', 'stripes', 'sash', 'hoop', 'chevron', 'quarters']

/** A name without accents, case and punctuation, so that one team has one crest however a feed spells it. */
const plainName = (team: string) =>
  team
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** A hash of a name in which each letter affects every bit (FNV-1a, then the final mix of Murmur3). */
const drawnFrom = (name: string): number => {
  let hash = 0x81_1c_9d_c5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The shield of a team: known colours, or two different colours derived from its name. */
export const crestOf = (team: string): Crest => {
  const name = plainName(team)
  const own = crests.get(name)
  if (own) return own
  // Each choice divides the number by its count of choices, so that the next one does not depend on it.
  let left = drawnFrom(name)
  const pick = (choices: number): number => {
    const picked = left % choices
    left = Math.floor(left / choices)
    return picked
  }
  const main = pick(colours.length)
  const second = (main + 1 + pick(colours.length - 1)) % colours.length
  const pattern = patterns[pick(patterns.length)]
  return {
    main: inks[colours[main] ?? 'ink'],
    second: inks[colours[second] ?? 'white'],
    pattern: pattern ?? 'half',
  }
}
