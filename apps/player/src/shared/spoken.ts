/** How long a live region stays silent after it has spoken: a reader says a price in two seconds. */
const SILENCE_MS = 5_000

/**
 * What a live region says of something that changes many times a second: the first change at once, then the last one of
 * every few seconds. `say` is called with what stands then; what came and went in between is never read out.
 */
export const spokenSlowly = (say: (words: string) => void) => {
  let said = ''
  let latest = ''
  let silence: ReturnType<typeof setTimeout> | undefined
  const speak = (): void => {
    silence = undefined
    if (latest === said) return
    said = latest
    say(said)
    silence = setTimeout(speak, SILENCE_MS)
  }
  return {
    change(words: string): void {
      latest = words
      if (silence === undefined) speak()
    },
    stop(): void {
      clearTimeout(silence)
      silence = undefined
    },
  }
}
