import { create } from 'zustand'

/** Whether the socket stands, so that what is watched comes by itself and need not be asked for. */
export const useConnection = create<{ isUp: boolean }>(() => ({ isUp: false }))

export const useIsConnected = (): boolean => useConnection(({ isUp }) => isUp)
