export { type Postgres, startPostgres } from './start-postgres.ts'
export { askVersion, createDatabase, dropDatabase } from './queries.ts'
export { commandOf, isAlive } from './process.ts'
