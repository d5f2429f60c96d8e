/** A club and how strong it is: goals scored and conceded against an average side, 1 being average. */
export type Club = readonly [name: string, attack: number, concession: number]

/** A league of the simulator's calendar: its level of scoring, when it plays, and its clubs (an even number). */
export type League = {
  key: string
  name: string
  /** Goals of an average away side against an average one, and how much more the home side scores. */
  base: number
  homeAdvantage: number
  rho: number
  /** First kick-off of the day in minutes of America/Sao_Paulo, and how many matches follow. */
  firstKickOff: number
  matchesADay: number
  clubs: readonly Club[]
}

/**
 * Nothing here exists: leagues and clubs are invented, and no real club we know of bears one of these names, so that
 * no real club is ever given an invented result. The level of the first league and the strengths of its clubs are those
 * fitted (`fitStrengths`, half-life 240 days) on the 917 results of 2024 to May 2026 in openfootball's
 * football_bra_serie_a (CC0), by rank; those of the other leagues are a spread we assumed.
 */
export const leagues: readonly League[] = [
  {
    key: 'maracuja',
    name: 'Liga Maracujá',
    base: 1.044,
    homeAdvantage: 1.466,
    rho: -0.02,
    firstKickOff: 17 * 60,
    matchesADay: 10,
    clubs: [
      ['Porto Maracujá', 1.423, 0.722],
      ['Vila Jabuti', 1.263, 0.722],
      ['Serra do Quati', 1.288, 0.988],
      ['Morro do Tucano', 1.053, 0.891],
      ['Lagoa do Jacu', 1.081, 0.869],
      ['Barra do Pequi', 1.056, 0.976],
      ['Vale da Pitomba', 1.089, 0.954],
      ['Ilha do Cambucá', 1.024, 0.936],
      ['Alto da Mangaba', 0.971, 0.89],
      ['Ponta do Cajá', 1.035, 0.938],
      ['Atlético Ipê', 0.996, 0.964],
      ['União Jatobá', 0.944, 0.929],
      ['Estrela Jenipapo', 0.907, 0.913],
      ['Real Carambola', 0.987, 0.974],
      ['Sport Graviola', 0.964, 1.013],
      ['Capivara do Rio', 1.007, 1.044],
      ['Trem Tatu-Bola', 1.094, 1.146],
      ['Operário Açaí', 0.901, 1.03],
      ['Aurora Bem-Te-Vi', 0.994, 1.118],
      ['Marujos do Cipó', 0.873, 1.344],
    ],
  },
  {
    key: 'jabuticaba',
    name: 'Liga Jabuticaba',
    base: 1.17,
    homeAdvantage: 1.3,
    rho: -0.03,
    firstKickOff: 22 * 60,
    matchesADay: 8,
    clubs: byRank(`
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
    firstKickOff: 2 * 60,
    matchesADay: 10,
    clubs: byRank(`
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
    firstKickOff: 7 * 60,
    matchesADay: 10,
    clubs: byRank(`
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
    firstKickOff: 12 * 60,
    matchesADay: 10,
    clubs: byRank(`
      Fazenda do Caju, Sítio Mandacaru, Mata do Calango, Açude do Carcará,
      Serra Gavião-Rei, Baixio Carnaúba, Vereda do Umbu, Poço Asa-Branca,
      Xique-Xique, Lajedo do Mocó, Atlético Cajuína, União Rapadura,
      Estrela Cordel, Real Rendeira, Sport Xaxado, Roça do Jerimum,
      Trem Macaxeira, Operário Palma, Vaqueiro Aroeira, Repente do Luar`),
  },
]

/** The clubs of the simulator by their league: a match is scheduled between two of one league, and of no other. */
export const leagueOf = (home: string, away: string): League | undefined =>
  leagues.find(({ clubs }) => [home, away].every((name) => clubs.some(([club]) => club === name)))

/** The assumed spread: the first attacks 1.4 times as well as the average and concedes 0.7 times as much. */
function byRank(list: string): Club[] {
  const spread = 0.35
  const names = list.trim().split(/,\s+/)
  return names.map((name, rank) => {
    const strength = spread * (1 - (2 * rank) / (names.length - 1))
    const rounded = (value: number) => Math.round(value * 1000) / 1000
    return [name, rounded(Math.exp(strength)), rounded(Math.exp(-strength))]
  })
}
