import { create } from 'zustand'

/** How long the indicator stays after the last call (SPEC §4). */
const lingerMs = 600

export const useLoading = create<{ visible: boolean }>(() => ({ visible: false }))
let running = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the global indicator until the returned function is called, and 600 ms more. */
export const beginLoading = (): (() => void) => {
  running += 1
  clearTimeout(timer)
  useLoading.setState({ visible: true })
  let ended = false
  return () => {
    if (ended) return
    ended = true
    running -= 1
    if (running > 0) return
    timer = setTimeout(() => useLoading.setState({ visible: false }), lingerMs)
  }
}
