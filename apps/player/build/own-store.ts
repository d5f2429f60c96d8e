/** What `use-sync-external-store/shim` brings to old versions of React: ours has it, and the first route is spared the rest. */
export { useSyncExternalStore } from 'react'
