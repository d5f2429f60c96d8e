export { type Postgres, startPostgres } from './start-postgres.ts'
export { requestVersion, createDatabase, dropDatabase } from './queries.ts'
export { makeFolder } from './make-folder.ts'
export { commandOf, isAlive } from './process.ts'
