export { chainDifferences } from './compare-chains.ts'
export { readUsdtTopUps, showAddress } from './show-address.ts'
export { watchChains } from './watch-chains.ts'
