/** A device that is off by less is taken at its word: answers name whole seconds, and are a while on their way. */
const unsureMs = 2000

let offMs = 0

/** Notes what the server's clock said as it answered just now. */
export const hearServerClock = (date: string | null): void => {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now()
  if (Number.isNaN(differenceMs)) return
  offMs = Math.abs(differenceMs) > unsureMs ? differenceMs : 0
}

/** The time by the server's clock, as far as it is known: devices are minutes off, and an offer stands for seconds. */
export const serverNow = (): number => Date.now() + offMs
