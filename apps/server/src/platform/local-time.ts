const DAY_MS = 86_400_000

/**
 * The instant of a local time in a zone, by the zone's rules of that day, including summer time. A time that occurred
 * twice is the first; one that was skipped is read as if the clocks had not changed yet. Undefined for an invalid
 * date (2026-11-21) or time (18:30).
 */
export function instantOfLocal(date: string, time: string, zone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  const wall = Date.parse(`${date}T${time}:00Z`)
  // An impossible day, such as 31 February, would silently become one of the next month.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) return undefined
  const clock = wallClock(zone)
  const offsetAt = (at: number) => clock(at) - at
  const before = wall - offsetAt(wall - DAY_MS)
  const after = wall - offsetAt(wall + DAY_MS)
  const shown = [before, after].filter((at) => clock(at) === wall)
  return new Date(shown.length > 0 ? Math.min(...shown) : before)
}

/** The wall clock at an instant, as if its zone were UTC. */
function wallClock(zone: string): (at: number) => number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...FIELDS, timeZone: zone })
  formats.set(zone, format)
  return (at) => {
    const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/** Creating one takes a hundred times as long as using it, and a file uses it for each of its lines. */
const formats = new Map<string, Intl.DateTimeFormat>()

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
