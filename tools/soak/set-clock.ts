/**
 * Preloaded into a server (`--import`) whose clock is to be wrong: so many milliseconds ahead of that of the machine and of the
 * database, all through the process. In its place would stand a machine with another time, which no test may set.
 */
const offMs = Number(process.env['SOAK_CLOCK_OFF_MS'] ?? 0)
const RightDate = Date
const wrongNow = () => RightDate.now() + offMs

globalThis.Date = new Proxy(RightDate, {
  apply: () => new RightDate(wrongNow()).toString(),
  construct: (target, given: unknown[], made) =>
    Reflect.construct(
      target,
      given.length === 0 ? [wrongNow()] : given,
      made === Date ? target : made,
    ) as object,
  get: (target, name) => (name === 'now' ? wrongNow : (Reflect.get(target, name) as unknown)),
})
