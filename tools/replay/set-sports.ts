import { setMatchState, type SetScore } from '@palpite/odds'
import { fitPlackettLuce } from '@palpite/odds/models'
import {
  fitRallies,
  fitTennis,
  freshRallies,
  freshTennis,
  rallyEnds,
  tennisEnds,
  type MatchEnds,
} from '@palpite/odds/sets'
import { frequencies, qualityOf, type Forecast, type Quality } from './quality.ts'
import { numberIn, readRows, textIn, type Row } from './rows.ts'
import { nothingSettled, settleAll, type Settled } from './settle-all.ts'

/** "76(9) 75 (RET)" from the winner's side: each set's games, and the ending. */
const tennisSets = (written: string): SetScore[] =>
  written
    .split(' ')
    .map((token) => token.replace(/\(.*\)/, ''))
    .filter((token) => /^\d{2,4}$/.test(token))
    .map((digits) => {
      const cut = digits.length === 4 || (digits.length === 3 && digits.startsWith('1')) ? 2 : 1
      return [Number(digits.slice(0, cut)), Number(digits.slice(cut))]
    })

/** Every match of the ATP file on all markets its set scores decide, including retirements and walkovers. */
export const settleTennis = (folder: string): Settled => {
  const settled = nothingSettled()
  for (const row of readRows(`${folder}/tennis_atp_2017.csv`)) {
    const written = textIn(row, 'match_score_tiebreaks')
    const ending = written.includes('W/O') ? 'walkover' : written.includes('RET') ? 'retired' : 'finished'
    settleAll(setMatchState({ sport: 'tennis', ending, winner: 'home', sets: tennisSets(written) }), settled)
  }
  return settled
}

const volleyballSets = (row: Row): SetScore[] =>
  [1, 2, 3, 4, 5]
    .map((set): SetScore => [numberIn(row, `s${set}_home`), numberIn(row, `s${set}_away`)])
    .filter(([home]) => Number.isFinite(home))

/** Every match of the volleyball file on all markets its set scores decide. */
export const settleVolleyball = (folder: string): Settled => {
  const settled = nothingSettled()
  for (const row of readRows(`${folder}/volleyball_bundesliga_cc0.csv`)) {
    settleAll(setMatchState({ sport: 'volleyball', ending: 'finished', sets: volleyballSets(row) }), settled)
  }
  return settled
}

const pairChance = (
  strengths: ReadonlyMap<string, number>,
  home: string,
  away: string,
  edge: number,
): number => {
  const typical = 1 / Math.max(1, strengths.size)
  const own = (strengths.get(home) ?? typical) * edge
  return own / (own + (strengths.get(away) ?? typical))
}

const SET_SCORES = ['3-0', '3-1', '3-2', '2-3', '1-3', '0-3']

const scoresOf = (ends: MatchEnds, names: readonly string[]): number[] =>
  names.map((name) => ends.sets.find(({ home, away }) => `${home}-${away}` === name)?.chance ?? 0)

/**
 * Both leagues' last season from the two before: team strengths from results, the home edge from home wins, and the
 * set score from the rally chain.
 */
export const volleyballQuality = (folder: string): Quality[] => {
  const rows = readRows(`${folder}/volleyball_bundesliga_cc0.csv`)
  const scoreOf = (row: Row): number =>
    SET_SCORES.indexOf(`${textIn(row, 'sets_home')}-${textIn(row, 'sets_away')}`)
  const before = rows.filter((row) => textIn(row, 'season') !== '1819')
  const winners: Forecast[] = []
  const scores: Forecast[] = []
  for (const league of ['Men', 'Women']) {
    const inLeague = before.filter((row) => textIn(row, 'league') === league)
    const orders = inLeague.map((row) => {
      const [home, away] = [textIn(row, 'home'), textIn(row, 'away')]
      return scoreOf(row) < 3 ? [home, away] : [away, home]
    })
    const strengths = fitPlackettLuce(orders, 0.3)
    const homeWins = inLeague.filter((row) => scoreOf(row) < 3).length / inLeague.length
    for (const row of rows.filter(
      (one) => textIn(one, 'season') === '1819' && textIn(one, 'league') === league,
    )) {
      const edge = homeWins / (1 - homeWins)
      const chance = pairChance(strengths, textIn(row, 'home'), textIn(row, 'away'), edge)
      const happened = scoreOf(row)
      winners.push({ chances: [chance, 1 - chance], happened: happened < 3 ? 0 : 1 })
      const ends = rallyEnds(freshRallies('volleyball', fitRallies('volleyball', chance, 5), 5))
      scores.push({ chances: scoresOf(ends, SET_SCORES), happened })
    }
  }
  const seen = frequencies(before.map(scoreOf), 6)
  const home = seen.slice(0, 3).reduce((sum, one) => sum + one, 0)
  return [
    qualityOf('Volleyball Bundesliga 2018/19, winner', winners, [home, 1 - home]),
    qualityOf('Volleyball Bundesliga 2018/19, set score', scores, seen),
  ]
}

const TENNIS_SCORES = ['2-0', '2-1', '1-2', '0-2']
const TRAINED = 800

/**
 * The file's last 400 matches from the first 800: player strengths from results. The file names the winner first, so
 * pairs are sorted by name. Best of three only.
 */
export const tennisQuality = (folder: string): Quality[] => {
  const rows = readRows(`${folder}/tennis_atp_2017.csv`).filter(
    (row) => numberIn(row, 'winner_sets_won') === 2 && !/[A-Z]/.test(textIn(row, 'match_score_tiebreaks')),
  )
  const pair = (row: Row): [string, string] => [textIn(row, 'winner_name'), textIn(row, 'loser_name')]
  const trained = rows.slice(0, Math.min(TRAINED, Math.floor((rows.length * 2) / 3)))
  const strengths = fitPlackettLuce(trained.map(pair), 3)
  const scoreIndex = (row: Row): number => {
    const [winner, loser] = pair(row)
    const lost = numberIn(row, 'loser_sets_won')
    return TENNIS_SCORES.indexOf(winner < loser ? `2-${lost}` : `${lost}-2`)
  }
  const winners: Forecast[] = []
  const scores: Forecast[] = []
  for (const row of rows.slice(trained.length)) {
    const [first = '', second = ''] = pair(row).toSorted()
    const chance = pairChance(strengths, first, second, 1)
    const happened = scoreIndex(row)
    winners.push({ chances: [chance, 1 - chance], happened: happened < 2 ? 0 : 1 })
    scores.push({
      chances: scoresOf(tennisEnds(freshTennis(fitTennis(chance, 3), 3)), TENNIS_SCORES),
      happened,
    })
  }
  return [
    qualityOf('ATP 2017, winner (best of three)', winners, [0.5, 0.5]),
    qualityOf('ATP 2017, set score (best of three)', scores, frequencies(trained.map(scoreIndex), 4)),
  ]
}
