let isTouched = true // whoever has opened the page is there

const note = () => {
  isTouched = true
}
for (const event of ['pointerdown', 'keydown'])
  globalThis.addEventListener?.(event, note, { capture: true, passive: true })

/**
 * Whether somebody has touched the page since this was last asked. The server counts the time a session idles from
 * touches: a page that asks for news by itself shows nobody.
 */
export const takeTouch = (): boolean => {
  const was = isTouched
  isTouched = false
  return was
}
