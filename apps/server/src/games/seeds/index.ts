export { type DrawnSeeds, drawSeeds, selectMiscounted, selectSeedHashesAfter } from './queries.ts'
export { drawFirstSeeds, readSeeds, rotateSeeds } from './seeds.ts'
