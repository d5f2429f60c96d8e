import { create } from 'zustand'

/** Activates the new version, if one waits. */
export const useWaitingVersion = create<{ take: (() => void) | undefined }>(() => ({ take: undefined }))

/** Reports that a new version waits, and how to activate it. */
export const offerWaitingVersion = (take: () => void): void => useWaitingVersion.setState({ take })
