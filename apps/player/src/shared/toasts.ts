import type { Glyph } from '@palpite/ui'
import { create } from 'zustand'

export type ToastAction = { label: string; onPress: () => void }
export type CurrentToast = { serial: number; text: string; icon?: Glyph; action?: ToastAction }

export const useToasts = create<{ shown: CurrentToast | undefined }>(() => ({ shown: undefined }))

const plainMs = 1500
const withActionMs = 5000
let serial = 0

/** A short message above the tab bar: 1.5 s, or 5 s when it offers something. The newest one wins. */
export const toast = (text: string, more: { icon?: Glyph; action?: ToastAction } = {}): void => {
  serial += 1
  const mine = serial
  useToasts.setState({ shown: { serial, text, ...more } })
  setTimeout(() => dropToast(mine), more.action ? withActionMs : plainMs)
}

/** Removes any toast: its player left. */
export const forgetToasts = (): void => useToasts.setState({ shown: undefined })

/** Removes a toast if it is still the visible one. */
export const dropToast = (which: number): void => {
  if (useToasts.getState().shown?.serial === which) useToasts.setState({ shown: undefined })
}
