export {
  addStudio,
  admitPlace,
  approveKey,
  revokeKey,
  rotateKey,
  setAddresses,
  setSuspended,
} from './manage-studios.ts'
export { readReconciliation, readStudios, readStudioDay } from './read-studios.ts'
