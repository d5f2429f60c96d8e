export { makeRecord, readRecords } from './make-record.ts'
