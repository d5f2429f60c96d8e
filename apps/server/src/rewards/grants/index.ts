export {
  basisOf,
  give,
  type GrantBatch,
  isAllowed,
  lockGrants,
  mayHave,
  timesOf,
  writeGrants,
} from './give-grants.ts'
export { type GrantRow, selectGiven, selectGrants, selectRequested } from './queries.ts'
export { readRecords } from './read-records.ts'
