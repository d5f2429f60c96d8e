export type CrestPattern = 'half' | 'stripes' | 'sash' | 'hoop' | 'chevron' | 'quarters'
type Crest = { main: string; second: string; pattern: CrestPattern }

/** Colours and pattern by which supporters tell their teams; nothing of it is a club's emblem. */
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
  ceara: { main: '#16121F', second: '#F6F3FC', pattern: 'hoop' },
  sport: { main: '#D81E3A', second: '#16121F', pattern: 'hoop' },
  'sport recife': { main: '#D81E3A', second: '#16121F', pattern: 'hoop' },
  juventude: { main: '#0B8A4A', second: '#F6F3FC', pattern: 'stripes' },
  goias: { main: '#0B6B3A', second: '#F6F3FC', pattern: 'sash' },
  cuiaba: { main: '#0B6B3A', second: '#FFC52E', pattern: 'chevron' },
  'america mg': { main: '#0B6B3A', second: '#16121F', pattern: 'stripes' },
  'atletico go': { main: '#D81E3A', second: '#16121F', pattern: 'stripes' },
  'atletico mineiro': { main: '#16121F', second: '#F6F3FC', pattern: 'stripes' },
  'athletico paranaense': { main: '#C3122F', second: '#16121F', pattern: 'stripes' },
  athletico: { main: '#C3122F', second: '#16121F', pattern: 'stripes' },
  'red bull bragantino': { main: '#F6F3FC', second: '#D81E3A', pattern: 'chevron' },
  'vasco da gama': { main: '#16121F', second: '#F6F3FC', pattern: 'sash' },
  criciuma: { main: '#FFC52E', second: '#16121F', pattern: 'stripes' },
  paysandu: { main: '#1E88E5', second: '#F6F3FC', pattern: 'stripes' },
  guarani: { main: '#0B6B3A', second: '#F6F3FC', pattern: 'half' },
  'ponte preta': { main: '#F6F3FC', second: '#16121F', pattern: 'sash' },
  avai: { main: '#1557B8', second: '#F6F3FC', pattern: 'stripes' },
  novorizontino: { main: '#FFC52E', second: '#16121F', pattern: 'hoop' },
  arsenal: { main: '#D81E3A', second: '#F6F3FC', pattern: 'half' },
  chelsea: { main: '#1557B8', second: '#F6F3FC', pattern: 'chevron' },
  liverpool: { main: '#C3122F', second: '#0B6B3A', pattern: 'chevron' },
  'manchester city': { main: '#6CB4EE', second: '#F6F3FC', pattern: 'half' },
  'manchester united': { main: '#D81E3A', second: '#FFC52E', pattern: 'chevron' },
  tottenham: { main: '#F6F3FC', second: '#0B2C4F', pattern: 'chevron' },
  'tottenham hotspur': { main: '#F6F3FC', second: '#0B2C4F', pattern: 'chevron' },
  'newcastle united': { main: '#16121F', second: '#F6F3FC', pattern: 'stripes' },
  newcastle: { main: '#16121F', second: '#F6F3FC', pattern: 'stripes' },
  everton: { main: '#1557B8', second: '#F6F3FC', pattern: 'hoop' },
  'aston villa': { main: '#7A1230', second: '#6CB4EE', pattern: 'half' },
  'west ham': { main: '#7A1230', second: '#6CB4EE', pattern: 'hoop' },
  'real madrid': { main: '#F6F3FC', second: '#FFC52E', pattern: 'chevron' },
  barcelona: { main: '#1557B8', second: '#7A1230', pattern: 'stripes' },
  'atletico madrid': { main: '#D81E3A', second: '#F6F3FC', pattern: 'stripes' },
  juventus: { main: '#F6F3FC', second: '#16121F', pattern: 'stripes' },
  milan: { main: '#D81E3A', second: '#16121F', pattern: 'stripes' },
  'ac milan': { main: '#D81E3A', second: '#16121F', pattern: 'stripes' },
  inter: { main: '#1557B8', second: '#16121F', pattern: 'stripes' },
  'inter milan': { main: '#1557B8', second: '#16121F', pattern: 'stripes' },
  napoli: { main: '#1E88E5', second: '#F6F3FC', pattern: 'half' },
  roma: { main: '#7A1230', second: '#FFC52E', pattern: 'half' },
  'bayern munich': { main: '#D81E3A', second: '#F6F3FC', pattern: 'quarters' },
  'borussia dortmund': { main: '#FFC52E', second: '#16121F', pattern: 'half' },
  psg: { main: '#0B2C4F', second: '#D81E3A', pattern: 'stripes' },
  'paris saint germain': { main: '#0B2C4F', second: '#D81E3A', pattern: 'stripes' },
  benfica: { main: '#D81E3A', second: '#F6F3FC', pattern: 'chevron' },
  porto: { main: '#1557B8', second: '#F6F3FC', pattern: 'stripes' },
  sporting: { main: '#0B6B3A', second: '#F6F3FC', pattern: 'hoop' },
  'boca juniors': { main: '#0B2C4F', second: '#FFC52E', pattern: 'hoop' },
  'river plate': { main: '#F6F3FC', second: '#D81E3A', pattern: 'sash' },
}

/** For other names: colours that are told apart also at the size of a row. */
const colours = [
  '#C3122F',
  '#1557B8',
  '#0B6B3A',
  '#FFC52E',
  '#7A1230',
  '#16121F',
  '#F6F3FC',
  '#6CB4EE',
  '#E8590C',
  '#5433D6',
  '#0B2C4F',
  '#D96FB5',
  '#8A5A2B',
  '#12A39A',
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

/** A number drawn from a name, mixed until each letter moves every bit (FNV-1a, then the finish of Murmur3). */
const drawnFrom = (name: string): number => {
  let hash = 0x81_1c_9d_c5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** What the shield of a team looks like: known colours, or colours drawn from the name. Always two different ones. */
export const crestOf = (team: string): Crest => {
  const name = plainName(team)
  const own = known[name]
  if (own) return own
  // Looked at one after the other, so that each choice has all of the number that the ones before left over.
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
    main: colours[main] ?? '#16121F',
    second: colours[second] ?? '#F6F3FC',
    pattern: pattern ?? 'half',
  }
}
