/** The API of files of rounds: what stands in one, and how all of it is worked out again. */
export {
  RECORD_FORMAT,
  type RecordedRound,
  recordBytes,
  type RoundsRecord,
  type SignedRecord,
} from './record.ts'
export type { Ending } from './record-round.ts'
export {
  type CheckedRecord,
  type CheckedRound,
  isRecord,
  type RecordFinding,
  type RoundFinding,
  verifyRecord,
} from './verify-record.ts'
