import { fileURLToPath } from 'node:url'
import type { MigrationFolder } from './platform/db/index.ts'

/** Modules with tables, lower layers first: a module's tables may reference only those of modules below. */
const modules = [
  'platform',
  'ledger',
  'identity',
  'protection',
  'wagering',
  'cashier',
  'sportsbook',
  'games',
  'rewards',
  'messages',
  'realtime',
  'reports',
]

/** Every module's migrations, in the order they run. */
export const migrationFolders: readonly MigrationFolder[] = modules.map((module) => ({
  module,
  folder: fileURLToPath(new URL(`${module}/migrations`, import.meta.url)),
}))
