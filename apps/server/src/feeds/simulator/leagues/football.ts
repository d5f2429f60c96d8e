import { expectedGoals, FOOTBALL_MEANS, type TeamStrengths } from '@palpite/odds/football'
import { byRank, type Competition, league, rounded, type Timetable } from './competition.ts'

/** A club and its strength: goals scored and conceded relative to an average side (1). */
type Club = { readonly name: string; readonly attack: number; readonly concession: number }

type FootballLeague = {
  readonly key: string
  readonly name: string
  /** Goals of an average away side against an average one, and the home side's advantage. */
  readonly base: number
  readonly homeAdvantage: number
  readonly rho: number
  readonly times: Timetable
  readonly clubs: readonly Club[]
  /** A cup: a match level after 90 minutes goes to extra time. */
  readonly isKnockout?: true
}

const SLOT_MINUTES = 30
const CARDS = {
  home: rounded(FOOTBALL_MEANS.yellowCards.home + FOOTBALL_MEANS.redCards.home),
  away: rounded(FOOTBALL_MEANS.yellowCards.away + FOOTBALL_MEANS.redCards.away),
}

/**
 * Leagues and clubs are invented, and no real club we know of has one of these names, so that no real club gets an
 * invented result. The level of the first league and its clubs' strengths are those fitted (`fitStrengths`, half-life
 * 240 days) on the 917 results of 2024 to May 2026 in openfootball's football_bra_serie_a (CC0), by rank; those of
 * the other leagues are an assumed spread.
 */
const leagues: readonly FootballLeague[] = [
  {
    key: 'maracuja',
    name: 'Liga Maracujá',
    base: 1.044,
    homeAdvantage: 1.466,
    rho: -0.02,
    times: { firstStart: 17 * 60, everyMinutes: SLOT_MINUTES, fixturesADay: 10 },
    clubs: [
      { name: 'Porto Maracujá', attack: 1.423, concession: 0.722 },
      { name: 'Vila Jabuti', attack: 1.263, concession: 0.722 },
      { name: 'Serra do Quati', attack: 1.288, concession: 0.988 },
      { name: 'Morro do Tucano', attack: 1.053, concession: 0.891 },
      { name: 'Lagoa do Jacu', attack: 1.081, concession: 0.869 },
      { name: 'Barra do Pequi', attack: 1.056, concession: 0.976 },
      { name: 'Vale da Pitomba', attack: 1.089, concession: 0.954 },
      { name: 'Ilha do Cambucá', attack: 1.024, concession: 0.936 },
      { name: 'Alto da Mangaba', attack: 0.971, concession: 0.89 },
      { name: 'Ponta do Cajá', attack: 1.035, concession: 0.938 },
      { name: 'Atlético Ipê', attack: 0.996, concession: 0.964 },
      { name: 'União Jatobá', attack: 0.944, concession: 0.929 },
      { name: 'Estrela Jenipapo', attack: 0.907, concession: 0.913 },
      { name: 'Real Carambola', attack: 0.987, concession: 0.974 },
      { name: 'Sport Graviola', attack: 0.964, concession: 1.013 },
      { name: 'Capivara do Rio', attack: 1.007, concession: 1.044 },
      { name: 'Trem Tatu-Bola', attack: 1.094, concession: 1.146 },
      { name: 'Operário Açaí', attack: 0.901, concession: 1.03 },
      { name: 'Aurora Bem-Te-Vi', attack: 0.994, concession: 1.118 },
      { name: 'Marujos do Cipó', attack: 0.873, concession: 1.344 },
    ],
  },
  {
    key: 'jabuticaba',
    name: 'Liga Jabuticaba',
    base: 1.17,
    homeAdvantage: 1.3,
    rho: -0.03,
    times: { firstStart: 22 * 60, everyMinutes: SLOT_MINUTES, fixturesADay: 8 },
    clubs: spread(`
      Pedra do Jabuti, Córrego do Lobo, Mata do Uirapuru, Chapada Buriti,
      Rio da Ararinha, Salto Tamanduá, Campo da Seriema, Várzea do Curió,
      Mico-Leão, União Ariranha, Estrela Acerola, Real Sanhaçu, Sport Maritaca,
      Barco Piracema, Trem Araçá-Boi, Operário Dendê`),
  },
  {
    key: 'pitanga',
    name: 'Liga Pitanga',
    base: 1.15,
    homeAdvantage: 1.22,
    rho: -0.03,
    times: { firstStart: 2 * 60, everyMinutes: SLOT_MINUTES, fixturesADay: 10 },
    clubs: spread(`
      Praia da Pitanga, Duna do Siri, Enseada do Boto, Farol da Tainha, Mangue do Aratu,
      Recanto do Boto, Baía do Xaréu, Duna do Maçarico, Coqueiral Brisa,
      Albatroz Azul, Jangada-Azul, União Maré-Cheia, Estrela Sargaço,
      Real Guaiamum, Caravela-Verde, Praia Tartaruga, Trem do Sambaqui,
      Operário Salitre, Veleiro da Bruma, Barca do Poente`),
  },
  {
    key: 'azulejo',
    name: 'Liga Azulejo',
    base: 1.25,
    homeAdvantage: 1.22,
    rho: -0.04,
    times: { firstStart: 7 * 60, everyMinutes: SLOT_MINUTES, fixturesADay: 10 },
    clubs: spread(`
      Largo do Azulejo, Ladeira Alfazema, Beco do Violão, Praça da Sanfona,
      Viaduto da Garoa, Cata-Vento, Jardim Colibri, Sítio Pandeiro,
      Ponte do Realejo, Solar Andorinha, Beco Cavaquinho, União Berimbau,
      Estrela Coreto, Real Pandorga, Sport Bambolê, Náutico Chafariz,
      Maria-Fumaça, Operário Tijolo, Boêmios do Luar, Pipas do Morro`),
  },
  {
    key: 'caju',
    name: 'Liga Caju',
    base: 1.12,
    homeAdvantage: 1.3,
    rho: -0.04,
    times: { firstStart: 12 * 60, everyMinutes: SLOT_MINUTES, fixturesADay: 10 },
    clubs: spread(`
      Fazenda do Caju, Sítio Mandacaru, Mata do Calango, Açude do Carcará,
      Serra Gavião-Rei, Baixio Carnaúba, Vereda do Umbu, Poço Asa-Branca,
      Xique-Xique, Lajedo do Mocó, Atlético Cajuína, União Rapadura,
      Estrela Cordel, Real Rendeira, Sport Xaxado, Roça do Jerimum,
      Trem Macaxeira, Operário Palma, Vaqueiro Aroeira, Repente do Luar`),
  },
  {
    key: 'jequitiba',
    name: 'Copa Jequitibá',
    base: 1.12,
    homeAdvantage: 1.2,
    rho: -0.04,
    times: { firstStart: 18 * 60 + 15, everyMinutes: 75, fixturesADay: 4 },
    isKnockout: true,
    clubs: spread(`
      Ribeira Jequi, Pouso da Graúna, Morada do Sabiá, Passo da Juriti,
      Atlético Arati, Estrela Piquiá, União Tarumã, Real Cupuaçu`),
  },
]

export const footballLeagues: readonly Competition[] = leagues.map((own) => {
  const strengths = strengthsOf(own)
  return league({
    sport: 'football',
    key: own.key,
    name: own.name,
    times: own.times,
    entrants: own.clubs,
    model: (home, away) => ({
      ...expectedGoals(strengths, home.name, away.name),
      corners: FOOTBALL_MEANS.corners,
      cards: CARDS,
      ...(own.isKnockout ? { isKnockout: true } : {}),
    }),
  })
})

function strengthsOf({ base, homeAdvantage, rho, clubs }: FootballLeague): TeamStrengths {
  return {
    base,
    homeAdvantage,
    rho,
    attack: new Map(clubs.map(({ name, attack }) => [name, attack])),
    concession: new Map(clubs.map(({ name, concession }) => [name, concession])),
  }
}

/** The assumed spread: the first scores 1.4 times the average and concedes 0.7 times. */
function spread(list: string): Club[] {
  return byRank(list).map(({ name, rating }) => ({
    name,
    attack: rounded(Math.exp(0.35 * rating)),
    concession: rounded(Math.exp(-0.35 * rating)),
  }))
}
