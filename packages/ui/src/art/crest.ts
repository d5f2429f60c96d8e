export type CrestPattern = 'half' | 'stripes' | 'sash' | 'hoop' | 'chevron' | 'quarters'
type Crest = { main: string; second: string; pattern: CrestPattern }

/** Colours and pattern by which Brazilian supporters tell their teams; nothing of it is a club's emblem. */
const known: Readonly<Record<string, Crest>> = {
  flamengo: { main: '#C3122F', second: '#16121F', pattern: 'hoop' },
  palmeiras: { main: '#0B6B3A', second: '#F6F3FC', pattern: 'stripes' },
  corinthians: { main: '#F6F3FC', second: '#16121F', pattern: 'stripes' },
  'sao paulo': { main: '#F6F3FC', second: '#C3122F', pattern: 'hoop' },
  santos: { main: '#F6F3FC', second: '#2A2438', pattern: 'half' },
  botafogo: { main: '#16121F', second: '#F6F3FC', pattern: 'quarters' },
  'botafogo rj': { main: '#16121F', second: '#F6F3FC', pattern: 'quarters' },
  fluminense: { main: '#7A1230', second: '#0B6B3A', pattern: 'stripes' },
  vasco: { main: '#16121F', second: '#F6F3FC', pattern: 'sash' },
  cruzeiro: { main: '#1557B8', second: '#F6F3FC', pattern: 'half' },
  'atletico mg': { main: '#16121F', second: '#F6F3FC', pattern: 'stripes' },
  gremio: { main: '#1E88E5', second: '#16121F', pattern: 'stripes' },
  internacional: { main: '#D81E3A', second: '#F6F3FC', pattern: 'chevron' },
  bahia: { main: '#1557B8', second: '#D81E3A', pattern: 'half' },
  fortaleza: { main: '#1557B8', second: '#D81E3A', pattern: 'stripes' },
  bragantino: { main: '#F6F3FC', second: '#D81E3A', pattern: 'chevron' },
  'athletico pr': { main: '#C3122F', second: '#16121F', pattern: 'stripes' },
  coritiba: { main: '#F6F3FC', second: '#0B6B3A', pattern: 'hoop' },
  chapecoense: { main: '#0B8A4A', second: '#F6F3FC', pattern: 'quarters' },
  vitoria: { main: '#D81E3A', second: '#16121F', pattern: 'hoop' },
  mirassol: { main: '#FFC52E', second: '#0B6B3A', pattern: 'half' },
  remo: { main: '#0B2C4F', second: '#F6F3FC', pattern: 'sash' },
}

const colours = [
  '#C3122F',
  '#1557B8',
  '#0B6B3A',
  '#FFC52E',
  '#7A1230',
  '#16121F',
  '#F6F3FC',
  '#1E88E5',
  '#E8590C',
  '#5433D6',
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

/** What the shield of a team looks like: known colours, or colours drawn from the name. Always two different ones. */
export const crestOf = (team: string): Crest => {
  const name = plainName(team)
  const own = known[name]
  if (own) return own
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  const main = hash % colours.length
  const second = (main + 1 + (Math.floor(hash / colours.length) % (colours.length - 1))) % colours.length
  const pattern = patterns[Math.floor(hash / 97) % patterns.length]
  return {
    main: colours[main] ?? '#16121F',
    second: colours[second] ?? '#F6F3FC',
    pattern: pattern ?? 'half',
  }
}
