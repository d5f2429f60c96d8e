export { type Postgres, type PostgresOptions, startPostgres } from './start-postgres.ts'
export { askVersion, createDatabase, dropDatabase } from './queries.ts'
export { commandOf, isAlive, readLines } from './process.ts'
