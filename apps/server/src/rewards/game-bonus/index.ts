export { selectRates } from './queries.ts'
export { floorToCents, readAccrued, readGameBonus } from './read-game-bonus.ts'
export { type PanelTopUp, releaseGameBonus } from './release.ts'
