export { openStore, StoreError, type Row, type Store } from './open-store.ts'
export { maybeText, maybeWhole, text, whole } from './rows.ts'
