export * from './queries.ts'
export * from './crash-queries.ts'
export { leading, openStore, type Querying, type Store } from './store.ts'
