export { selectRates } from './queries.ts'
export { readGameBonus, readGameBonuses } from './read-game-bonus.ts'
export { releaseGameBonus } from './release.ts'
