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
 * Série A is fitted (`fitStrengths`, half-life 240 days) on the 917 results of 2024 to May 2026 in
 * openfootball's football_bra_serie_a (CC0). The clubs of the other leagues exist; their strengths are a spread
 * we assumed, by rank, and are not measured. All fixtures and results of this calendar are invented.
 */
export const leagues: readonly League[] = [
  {
    key: 'br-a',
    name: 'Brasileirão Série A',
    base: 1.044,
    homeAdvantage: 1.466,
    rho: -0.02,
    firstKickOff: 17 * 60,
    matchesADay: 10,
    clubs: [
      ['Flamengo', 1.423, 0.722],
      ['Palmeiras', 1.263, 0.722],
      ['Botafogo', 1.288, 0.988],
      ['Cruzeiro', 1.053, 0.891],
      ['Fluminense', 1.081, 0.869],
      ['Bahia', 1.056, 0.976],
      ['Mirassol', 1.089, 0.954],
      ['São Paulo', 1.024, 0.936],
      ['Athletico Paranaense', 0.971, 0.89],
      ['Coritiba', 1.035, 0.938],
      ['Internacional', 0.996, 0.964],
      ['Grêmio', 0.944, 0.929],
      ['Corinthians', 0.907, 0.913],
      ['Atlético Mineiro', 0.987, 0.974],
      ['Red Bull Bragantino', 0.964, 1.013],
      ['Santos', 1.007, 1.044],
      ['Vasco da Gama', 1.094, 1.146],
      ['Vitória', 0.901, 1.03],
      ['Remo', 0.994, 1.118],
      ['Chapecoense', 0.873, 1.344],
    ],
  },
  {
    key: 'mx-1',
    name: 'Liga MX',
    base: 1.17,
    homeAdvantage: 1.3,
    rho: -0.03,
    firstKickOff: 22 * 60,
    matchesADay: 8,
    clubs: byRank(`
      América, Cruz Azul, Toluca, Tigres UANL, Monterrey, Guadalajara, Pachuca, León,
      Pumas UNAM, Santos Laguna, Atlas, Tijuana, Necaxa, Querétaro, Juárez, Puebla`),
  },
  {
    key: 'jp-1',
    name: 'J1 League',
    base: 1.15,
    homeAdvantage: 1.22,
    rho: -0.03,
    firstKickOff: 2 * 60,
    matchesADay: 10,
    clubs: byRank(`
      Vissel Kobe, Kashima Antlers, Sanfrecce Hiroshima, Kashiwa Reysol, Kawasaki Frontale,
      Machida Zelvia, Urawa Reds, Gamba Osaka, Cerezo Osaka, FC Tokyo, Kyoto Sanga,
      Avispa Fukuoka, Nagoya Grampus, Yokohama F. Marinos, Fagiano Okayama, Shimizu S-Pulse,
      Tokyo Verdy, Mito HollyHock, V-Varen Nagasaki, JEF United Chiba`),
  },
  {
    key: 'en-1',
    name: 'Premier League',
    base: 1.25,
    homeAdvantage: 1.22,
    rho: -0.04,
    firstKickOff: 7 * 60,
    matchesADay: 10,
    clubs: byRank(`
      Arsenal, Manchester City, Liverpool, Chelsea, Aston Villa, Manchester United,
      Newcastle United, Tottenham Hotspur, Brighton, Nottingham Forest, Crystal Palace,
      Bournemouth, Everton, Fulham, Brentford, West Ham United, Sunderland, Leeds United,
      Wolverhampton, Burnley`),
  },
  {
    key: 'es-1',
    name: 'La Liga',
    base: 1.12,
    homeAdvantage: 1.3,
    rho: -0.04,
    firstKickOff: 12 * 60,
    matchesADay: 10,
    clubs: byRank(`
      Barcelona, Real Madrid, Atlético de Madrid, Villarreal, Athletic Club, Real Betis,
      Real Sociedad, Celta de Vigo, Sevilla, Valencia, Rayo Vallecano, Osasuna, Girona,
      Espanyol, Getafe, Mallorca, Alavés, Elche, Levante, Real Oviedo`),
  },
]

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
