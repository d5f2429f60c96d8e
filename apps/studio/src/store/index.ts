export * from './queries.ts'
export * from './crash-queries.ts'
export { openStore, type Store } from './store.ts'
