export {
  basisOf,
  entryTypeOf,
  give,
  type GrantBatch,
  lockGrants,
  mayHave,
  timesOf,
  writeGrants,
} from './give-grants.ts'
export { type GrantKind, type GrantRow, selectGiven, selectGrants, selectRequested } from './queries.ts'
export { readRecords } from './read-records.ts'
