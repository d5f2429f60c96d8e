export type { SealedTable } from './rules.ts'
export { selectContent, selectIsDetached } from './queries.ts'
export { noteEnd, sealAll, sealEachMinute } from './seal.ts'
export { verifySeals } from './verify-seals.ts'
