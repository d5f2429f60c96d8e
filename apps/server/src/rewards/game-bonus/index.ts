export { selectRates } from './queries.ts'
export { readGameBonus, readGameBonuses } from './read-game-bonus.ts'
export { type PanelTopUp, releaseGameBonus } from './release.ts'
