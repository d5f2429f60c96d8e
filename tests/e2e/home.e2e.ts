import { expect, inject, test } from 'vitest'
import { openPhone } from '../../tools/test/phone.ts'

test('a newcomer opens the address and lands on home, with nothing broken', async () => {
  const phone = await openPhone()
  try {
    await phone.page.goto(inject('app').url)
    await phone.page.waitForURL('**/home')
    await phone.page.getByRole('main').waitFor()
    await phone.picture('home')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

test('an address that does not exist leads home', async () => {
  const phone = await openPhone()
  try {
    await phone.page.goto(`${inject('app').url}/nowhere/at/all`)
    await phone.page.waitForURL('**/home')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})
