export {
  type DrawnSeeds,
  drawSeeds,
  sealedSeeds,
  selectMiscounted,
  selectSeedHashesAfter,
} from './queries.ts'
export { drawFirstSeeds, readSeeds, rotateSeeds } from './seeds.ts'
