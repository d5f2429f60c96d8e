/** Smaller differences are ignored: answers have whole seconds and take time to arrive. */
const unsureMs = 2000

let offMs = 0

/** Records the server's clock from an answer. */
export const syncServerClock = (date: string | null): void => {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now()
  if (Number.isNaN(differenceMs)) return
  offMs = Math.abs(differenceMs) > unsureMs ? differenceMs : 0
}

/** The server's current time as far as known: device clocks are minutes off, and an offer lasts seconds. */
export const serverNow = (): number => Date.now() + offMs
