let isActive = true // opening the page counts as activity

const note = () => {
  isActive = true
}
for (const event of ['pointerdown', 'keydown'])
  globalThis.addEventListener?.(event, note, { capture: true, passive: true })

/**
 * Whether the player has used the page since the last call; resets the flag. The server measures a session's idle time
 * from this activity: background polling does not count.
 */
export const consumeActivity = (): boolean => {
  const was = isActive
  isActive = false
  return was
}
