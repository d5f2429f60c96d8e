import { fileURLToPath } from 'node:url'
import type { MigrationFolder } from './platform/db/index.ts'

/** Rooms with tables, lower floors first: a room's tables may point only at those of rooms below. */
const rooms = [
  'platform',
  'ledger',
  'identity',
  'protection',
  'cashier',
  'sportsbook',
  'games',
  'rewards',
  'realtime',
]

/** Every room's migrations, in the order they run. */
export const migrationFolders: readonly MigrationFolder[] = rooms.map((room) => ({
  room,
  folder: fileURLToPath(new URL(`${room}/migrations`, import.meta.url)),
}))
