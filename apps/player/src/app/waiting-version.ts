import { create } from 'zustand'

/** Holds the function that activates the waiting version; undefined if none waits. */
export const useWaitingVersion = create<{ take: (() => void) | undefined }>(() => ({ take: undefined }))

/** Reports that a new version waits, and how to activate it. */
export const offerWaitingVersion = (take: () => void): void => useWaitingVersion.setState({ take })
