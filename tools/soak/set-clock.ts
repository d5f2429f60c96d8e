/**
 * Preloaded into a server (`--import`) to shift its clock by this many milliseconds. It stands in for a machine with a
 * wrong clock.
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
