/** The API of files of rounds: their content, and its recomputation. */
export {
  RECORD_FORMAT,
  type RecordedRound,
  recordBytes,
  ROUNDS_PER_PART,
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
