let isActive = true // opening the page counts as activity

for (const event of ['pointerdown', 'keydown'])
  globalThis.addEventListener?.(event, () => (isActive = true), { capture: true, passive: true })

/**
 * Whether the page was used since the last call. The server measures a session's idle time from it: polling lists do
 * not count.
 */
export const drainActivity = (): boolean => {
  const was = isActive
  isActive = false
  return was
}
