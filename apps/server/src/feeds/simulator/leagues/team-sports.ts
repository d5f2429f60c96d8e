import {
  byRank,
  type Competition,
  type Entrant,
  league,
  type LeagueOf,
  rounded,
  within,
} from './competition.ts'
import type { Roll } from '../draws.ts'

/** Teams are invented like the football clubs: no real team we know of has one of these names. */

const basketballModel = (home: Entrant, away: Entrant, roll: Roll) => ({
  margin: rounded(3 + 6 * (home.rating - away.rating)),
  total: rounded(218 + 12 * roll()),
  drawing: 'possessions',
})

const americanModel = (home: Entrant, away: Entrant, roll: Roll) => ({
  margin: rounded(2 + 5 * (home.rating - away.rating)),
  total: rounded(41 + 8 * roll()),
})

const runsModel = (home: Entrant, away: Entrant, roll: Roll) => {
  const level = 4.1 + 0.8 * roll()
  const lean = 0.12 * (home.rating - away.rating)
  return { home: rounded(level * Math.exp(lean + 0.03)), away: rounded(level * Math.exp(-lean)) }
}

const volleyballModel = (home: Entrant, away: Entrant) => ({
  rally: rounded(within(0.506 + 0.016 * (home.rating - away.rating), 0.44, 0.56)),
  bestOf: 5,
})

const cricketModel = (home: Entrant, away: Entrant, roll: Roll) => ({
  strength: {
    home: rounded(within(1.01 + 0.05 * home.rating, 0.88, 1.12)),
    away: rounded(within(1 + 0.05 * away.rating, 0.88, 1.12)),
  },
  battingFirst: roll() < 0.5 ? 'home' : 'away',
})

const leagues: readonly LeagueOf<Entrant>[] = [
  {
    sport: 'basketball',
    key: 'cesta',
    name: 'Liga Cesta Alta',
    times: { firstStart: 11 * 60, everyMinutes: 120, fixturesADay: 6 },
    model: basketballModel,
    entrants: byRank(`
      Jacarés da Serra, Onças do Ipê, Guarás do Sal, Tucanos do Vale, Lobos do Buriti, Ariranha Azul,
      Gavião Mangaba, Tatus do Cerrado, Quatis da Bruma, Antas do Remanso, Caititu Basket,
      Mocós do Lajedo`),
  },
  {
    sport: 'basketball',
    key: 'aro',
    name: 'Torneio Aro de Prata',
    times: { firstStart: 23 * 60, everyMinutes: 120, fixturesADay: 6 },
    model: basketballModel,
    entrants: byRank(`
      Cometa Planalto, Raio da Restinga, Ventania Cipó, Trovão Caatinga, Maré do Coqueiro,
      Faísca Garimpo, Neblina Basket, Onda do Mangue, Brasas do Pilão, Geada do Pinhal, Sereno Basket,
      Luar da Campina`),
  },
  {
    sport: 'american_football',
    key: 'jarda',
    name: 'Liga das Jardas',
    times: { firstStart: 0, everyMinutes: 180, fixturesADay: 8 },
    model: americanModel,
    entrants: byRank(`
      Carcará de Ferro, Touros do Pequi, Cascavel Negra, Falcão Mandacaru, Búfalos do Rio,
      Jaguar Sapucaia, Corsários Azuis, Quartzo Bravo, Lança da Coxilha, Tropeiros do Sul,
      Javalis do Brejo, Harpia Dourada, Vaqueiros Xique, Piratas do Cabo, Garimpo Rio Frio,
      Centauros Serra`),
  },
  {
    sport: 'baseball',
    key: 'diamante',
    name: 'Liga Diamante Verde',
    times: { firstStart: 10 * 60, everyMinutes: 150, fixturesADay: 5 },
    model: runsModel,
    entrants: byRank(`
      Bem-te-vis, Tico-ticos, Canários Arroz, Sabiás do Café, Andorinha Trilho, Pardais da Praça,
      Curiós Estação, Maritacas Pomar, Corrupião Açude, Juritis Figueira`),
  },
  {
    sport: 'baseball',
    key: 'rebatida',
    name: 'Série da Rebatida',
    times: { firstStart: 22 * 60 + 30, everyMinutes: 150, fixturesADay: 5 },
    model: runsModel,
    entrants: byRank(`
      Ferro da Curva, Serra do Pinho, Oleiros do Barro, Salineiros, Canoeiros Igapó,
      Tecelões Gruta, Padeiros do Alto, Faroleiros, Carvoeiros Mata, Seringa do Norte`),
  },
  {
    sport: 'volleyball',
    key: 'manchete',
    name: 'Superliga Manchete',
    times: { firstStart: 9 * 60, everyMinutes: 105, fixturesADay: 7 },
    model: volleyballModel,
    entrants: byRank(`
      Rede Ipê Roxo, Saque da Lagoa, Muralha Azul, Vôlei Cambará, Ponte Gravatá, Vôlei Guabiroba,
      Praia do Tatuí, Vôlei Pitanga, Vôlei Figueira, Areia e Rede, Vôlei Jambeiro, Vôlei Araçari,
      Quadra do Caju, Vôlei Marajá`),
  },
  {
    sport: 'volleyball',
    key: 'levantada',
    name: 'Copa Levantada',
    times: { firstStart: 21 * 60, everyMinutes: 105, fixturesADay: 7 },
    model: volleyballModel,
    entrants: byRank(`
      Vôlei Jurema, Brisa do Farol, Vôlei Taperebá, Vôlei Minuano, Vôlei Oiti, Cortada do Vale,
      Vôlei Murici, Vila Sanhaço, Vôlei Umbuzeiro, Porto da Garoupa, Vôlei Ingazeira, Serra do Jacu,
      Vôlei Biribá, Vôlei Quero`),
  },
  {
    sport: 'cricket',
    key: 'vinte',
    name: 'Liga dos Vinte Overs',
    times: { firstStart: 90, everyMinutes: 180, fixturesADay: 8 },
    model: cricketModel,
    entrants: byRank(`
      Coral Guardião, Ilha Verde CC, Leões do Chá, Pavões da Monção, Elefante Canela, Pantera Índigo,
      Falcão da Duna, Cavalaria Anil, Reis do Açafrão, Gigantes Bambu, Arqueiros Seda,
      Lanterna do Cais, Gengibre Bravo, Nau da Pimenta, Sentinela Jade, Domador da Maré`),
  },
]

export const teamLeagues: readonly Competition[] = leagues.map((own) => league(own))
