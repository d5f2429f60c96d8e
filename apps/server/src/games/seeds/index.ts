export { type DrawnSeeds, drawSeeds, selectMiscounted } from './queries.ts'
export { drawFirstSeeds, readSeeds, rotateSeeds } from './seeds.ts'
