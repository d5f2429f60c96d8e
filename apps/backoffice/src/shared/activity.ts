let isActive = true // whoever has opened the page is there

for (const event of ['pointerdown', 'keydown'])
  globalThis.addEventListener?.(event, () => (isActive = true), { capture: true, passive: true })

/**
 * Whether somebody has used the page since this was last asked. The server counts the time a session idles from such
 * activity: a list that asks anew by itself shows nobody.
 */
export const takeActivity = (): boolean => {
  const was = isActive
  isActive = false
  return was
}
