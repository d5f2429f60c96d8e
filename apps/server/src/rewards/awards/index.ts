export { type ClaimAward, claimAwards } from './claim-awards.ts'
export { readWaiting, readWireWaiting } from './read-awards.ts'
