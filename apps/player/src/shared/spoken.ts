/** How long a live region stays silent after an announcement: a price takes two seconds to read. */
const SILENCE_MS = 5_000

/**
 * What a live region announces of a frequently changing value: the first change at once, then the latest value every
 * few seconds. `say` gets the current value; values in between are skipped.
 */
export const announcedSlowly = (say: (words: string) => void) => {
  let said = ''
  let latest = ''
  let silence: ReturnType<typeof setTimeout> | undefined
  const announce = (): void => {
    silence = undefined
    if (latest === said) return
    said = latest
    say(said)
    silence = setTimeout(announce, SILENCE_MS)
  }
  return {
    change(words: string): void {
      latest = words
      if (silence === undefined) announce()
    },
    stop(): void {
      clearTimeout(silence)
      silence = undefined
    },
  }
}
