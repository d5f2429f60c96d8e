/** Replaces `use-sync-external-store/shim`: our React has the hook, which saves the rest on the first route. */
export { useSyncExternalStore } from 'react'
