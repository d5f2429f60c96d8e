import { create } from 'zustand'

/** What takes the new version into use, once one waits. */
export const useWaitingVersion = create<{ take: (() => void) | undefined }>(() => ({ take: undefined }))

/** Tells that a new version waits, and how it is taken into use. */
export const offerWaitingVersion = (take: () => void): void => useWaitingVersion.setState({ take })
