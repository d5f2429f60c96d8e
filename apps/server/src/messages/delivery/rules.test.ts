import { expect, test } from 'vitest'
import { isPushService, keptPreference, quietMinutesLeft, wholePreferences } from './rules.ts'

/** A moment by Brasília time, three hours behind UTC. */
const at = (clock: string) => new Date(`2026-03-02T${clock}:00-03:00`)

test.each([
  { quiet: [1320, 480], clock: '21:59', left: 0 },
  { quiet: [1320, 480], clock: '22:00', left: 600 },
  { quiet: [1320, 480], clock: '00:30', left: 450 },
  { quiet: [1320, 480], clock: '08:00', left: 0 },
  { quiet: [780, 840], clock: '13:10', left: 50 },
  { quiet: [600, 600], clock: '10:00', left: 0 },
] as const)('at $clock, with quiet hours $quiet, $left minutes are left', ({ quiet, clock, left }) => {
  const [fromMinute, toMinute] = quiet
  expect(quietMinutesLeft({ fromMinute, toMinute }, at(clock))).toBe(left)
})

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://wns2-bl2p.notify.windows.com/w/?token=abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://fcm.googleapis.com.attacks.example/abc', false],
  ['http://fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://169.254.169.254/latest', false],
  ['no address', false],
])('the server pushes to %s: %s', (endpoint, isOne) => {
  expect(isPushService(endpoint)).toBe(isOne)
})

test('without preferences messages stay in the centre; messages about money are always there', () => {
  const bonus = { kind: 'bonus', centre: false, mail: true, push: false } as const
  expect(wholePreferences([bonus])).toEqual([
    { kind: 'result', centre: true, mail: false, push: false },
    bonus,
    { kind: 'cashier', centre: true, mail: false, push: false },
    { kind: 'system', centre: true, mail: false, push: false },
  ])
  expect(keptPreference(bonus)).toEqual(bonus)
  expect(keptPreference({ ...bonus, kind: 'cashier' })).toMatchObject({ centre: true, mail: true })
})
