import { fitFight } from '@palpite/odds/models'
import {
  byRank,
  type Competition,
  type Entrant,
  league,
  type LeagueOf,
  logistic,
  rounded,
  within,
} from './competition.ts'

/**
 * Players are invented: we know nobody with one of these surnames. The same surname with another initial is another
 * player, so that every sport has its own.
 */
const SURNAMES = `
  Tarumbé, Caiapiá, Ubiraçu, Mirassuna, Ipeúva, Corumbira, Taquarimã, Paranoê, Guaritira, Sapuçari, Itaobira, Jurupemba,
  Araçoarê, Tucumanã, Cabriúna, Embaubê, Acaiaçu, Biriguçu, Capimbara, Dourarim, Esperandim, Faveirinho, Gravatinga, Humaitira,
  Igarapuã, Jacuípara, Lambariçu, Manacaí, Nhandarim, Oitibó, Pacoviana, Quixabim, Restingaço, Suinarim, Tamburiá, Urucuré,
  Votumirim, Xambioré, Zabelindo, Aroeirim`
  .trim()
  .split(/,\s+/)

/** This many players with this initial, from this position of the surname list on, strongest first. */
const players = (initial: string, count: number, from: number): Entrant[] =>
  byRank(
    Array.from(
      { length: count },
      (_, place) => `${initial}. ${SURNAMES[(from + place * 7) % SURNAMES.length] ?? ''}`,
    ).join(', '),
  )

const rally = (edge: number, bestOf: number) => (home: Entrant, away: Entrant) => ({
  rally: rounded(within(0.5 + edge * (home.rating - away.rating), 0.42, 0.58)),
  bestOf,
})

const tennis = (home: Entrant, away: Entrant) => {
  const gap = within(0.022 * (home.rating - away.rating), -0.07, 0.07)
  return { serve: { home: rounded(0.633 + gap), away: rounded(0.633 - gap) }, bestOf: 3 }
}

const snooker = (bestOf: number) => (home: Entrant, away: Entrant) => ({
  frame: rounded(logistic(0.4 * (home.rating - away.rating))),
  bestOf,
})

/** Title bouts have twelve rounds, others ten. */
const boxing = (rounds: number) => (home: Entrant, away: Entrant) =>
  fitFight(rounded(logistic(0.9 * (home.rating - away.rating))), rounds)

const leagues: readonly LeagueOf<Entrant>[] = [
  {
    sport: 'tennis',
    key: 'saibro',
    name: 'Aberto do Saibro Vermelho',
    times: { firstStart: 9 * 60, everyMinutes: 90, fixturesADay: 8 },
    model: tennis,
    entrants: players('T', 16, 0),
  },
  {
    sport: 'tennis',
    key: 'brisa',
    name: 'Torneio da Brisa',
    times: { firstStart: 21 * 60, everyMinutes: 90, fixturesADay: 8 },
    model: tennis,
    entrants: players('B', 16, 3),
  },
  {
    sport: 'boxing',
    key: 'cinturao',
    name: 'Noite do Cinturão',
    times: { firstStart: 19 * 60, everyMinutes: 60, fixturesADay: 6 },
    model: boxing(12),
    entrants: players('R', 36, 1),
  },
  {
    sport: 'boxing',
    key: 'gongo',
    name: 'Tarde do Gongo',
    times: { firstStart: 13 * 60, everyMinutes: 60, fixturesADay: 6 },
    model: boxing(10),
    entrants: players('G', 36, 2),
  },
  {
    sport: 'snooker',
    key: 'taco',
    name: 'Mestres do Taco',
    times: { firstStart: 12 * 60, everyMinutes: 150, fixturesADay: 5 },
    model: snooker(9),
    entrants: players('S', 20, 4),
  },
  {
    sport: 'snooker',
    key: 'pano',
    name: 'Copa do Pano Verde',
    times: { firstStart: 0, everyMinutes: 150, fixturesADay: 5 },
    model: snooker(11),
    entrants: players('P', 20, 5),
  },
  {
    sport: 'badminton',
    key: 'peteca',
    name: 'Circuito da Peteca',
    times: { firstStart: 8 * 60, everyMinutes: 70, fixturesADay: 10 },
    model: rally(0.014, 3),
    entrants: players('D', 24, 6),
  },
  {
    sport: 'badminton',
    key: 'pena',
    name: 'Aberto Pena de Ouro',
    times: { firstStart: 20 * 60, everyMinutes: 70, fixturesADay: 10 },
    model: rally(0.014, 3),
    entrants: players('N', 24, 8),
  },
  {
    sport: 'table_tennis',
    key: 'mesa',
    name: 'Liga da Mesa Azul',
    times: { firstStart: 6 * 60, everyMinutes: 40, fixturesADay: 18 },
    model: rally(0.018, 5),
    entrants: players('M', 40, 9),
  },
  {
    sport: 'table_tennis',
    key: 'raquete',
    name: 'Copa Raquete de Cedro',
    times: { firstStart: 18 * 60, everyMinutes: 40, fixturesADay: 18 },
    model: rally(0.018, 5),
    entrants: players('C', 40, 10),
  },
]

export const playerLeagues: readonly Competition[] = leagues.map((own) => league(own))
