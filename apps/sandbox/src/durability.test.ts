import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver, type Receiver } from './testing/receiver.ts'
import { sendMail } from './testing/send-mail.ts'
import { ended, startProcess, type SandboxProcess } from './testing/start-process.ts'
import {
  requestToken,
  chargeRequest,
  freshTxid,
  OUR_KEY,
  SECRET,
  send,
  type Answer,
} from './testing/start-harness.ts'

let folder: string
let receiver: Receiver
let running: SandboxProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-durable-'))
  receiver = await startReceiver(SECRET)
  running = await startProcess(folder)
})
afterEach(async () => {
  running.child.kill('SIGKILL')
  await ended(running.child)
  await receiver.stop()
  rmSync(folder, { recursive: true, force: true })
})

const restart = async (): Promise<void> => {
  running.child.kill('SIGKILL')
  expect(await ended(running.child)).toBe('SIGKILL')
  running = await startProcess(folder)
}

const api = async (): Promise<(method: string, path: string, body?: unknown) => Promise<Answer>> => {
  const token = await requestToken(running.url)
  const { url } = running
  return (method, path, body) => send(`${url}${path}`, method, body, token)
}

const payout = {
  valor: '5.00',
  pagador: { chave: OUR_KEY },
  favorecido: { chave: '12345678909', cpf: '12345678909' },
}

test('kill -9 loses nothing that was answered: charges, Pix, payouts, mails, tokens, faults', async () => {
  const before = await api()
  await before('PUT', `/webhook/${OUR_KEY}`, { webhookUrl: receiver.url })
  const txid = freshTxid()
  const charge = await before('PUT', `/cob/${txid}`, chargeRequest())
  const paid = await before('POST', '/sandbox/pay', { code: charge.body['pixCopiaECola'] })
  await before('PUT', '/v3/gn/pix/durable', payout)
  await before('POST', '/sandbox/faults', { kind: 'amount_paid', valor: '1.00', times: 7 })
  await sendMail(running.smtpPort, ['ana@example.com'], 'Subject: kept\n\nkept')
  const token = await requestToken(running.url)
  await restart()
  const after = (path: string): Promise<Answer> => send(`${running.url}${path}`, 'GET', undefined, token)
  expect((await after(`/cob/${txid}`)).body).toMatchObject({
    status: 'CONCLUIDA',
    pixCopiaECola: charge.body['pixCopiaECola'],
    pix: [{ endToEndId: paid.body['endToEndId'] }],
  })
  expect((await after('/sandbox/faults')).body).toMatchObject({
    faults: [{ kind: 'amount_paid', remaining: 7 }],
  })
  expect((await after('/mailbox?to=ana@example.com')).body).toMatchObject({ mails: [{ subject: 'kept' }] })
  await expect
    .poll(async () => (await after('/v2/gn/pix/enviados/id-envio/durable')).body['status'])
    .toBe('REALIZADO')
  expect(await receiver.waitForOne((item) => item['tipo'] === 'SOLICITACAO')).toMatchObject({
    signedRightly: true,
  })
})

test('a webhook that is pending when the sandbox dies is sent by the next one', async () => {
  const before = await api()
  const port = Number(new URL(receiver.url).port)
  await before('PUT', `/webhook/${OUR_KEY}`, { webhookUrl: receiver.url })
  await receiver.stop()
  const charge = await before('PUT', `/cob/${freshTxid()}`, chargeRequest())
  const paid = await before('POST', '/sandbox/pay', { code: charge.body['pixCopiaECola'] })
  await restart()
  receiver = await startReceiver(SECRET, port)
  expect(await receiver.waitFor(1)).toMatchObject([{ item: { endToEndId: paid.body['endToEndId'] } }])
})

test('a webhook under way when the sandbox dies is sent again', async () => {
  receiver.answerNext(0)
  const before = await api()
  await before('PUT', `/webhook/${OUR_KEY}`, { webhookUrl: receiver.url })
  const charge = await before('PUT', `/cob/${freshTxid()}`, chargeRequest())
  await before('POST', '/sandbox/pay', { code: charge.body['pixCopiaECola'] })
  await receiver.waitFor(1)
  await restart()
  const [first, second] = await receiver.waitFor(2)
  expect(second?.item).toEqual(first?.item)
})

test('killed again and again under load, it keeps each acknowledged charge, paid or not', async () => {
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < 5; round += 1) {
    const call = await api()
    const before = acknowledged.size
    const load = Array.from({ length: 8 }, () => openAndPay(call, acknowledged))
    // Kills a little later into the load each time, at different points.
    await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 5 + 3 * round)
    running.child.kill('SIGKILL')
    await Promise.all(load)
    await ended(running.child)
    running = await startProcess(folder)
  }
  const call = await api()
  for (const [txid, status] of acknowledged) {
    const { body } = await call('GET', `/cob/${txid}`)
    // The answered state is a minimum: a payment may have been made without its answer arriving.
    expect(status === 'ATIVA' ? ['ATIVA', 'CONCLUIDA'] : ['CONCLUIDA']).toContain(body['status'])
  }
})

const openAndPay = async (
  call: (method: string, path: string, body?: unknown) => Promise<Answer>,
  acknowledged: Map<string, string>,
): Promise<void> => {
  try {
    for (;;) {
      const txid = freshTxid()
      const charge = await call('PUT', `/cob/${txid}`, chargeRequest())
      if (charge.status !== 201) throw new Error(`charge refused with ${charge.status}`)
      acknowledged.set(txid, 'ATIVA')
      const paid = await call('POST', '/sandbox/pay', { code: charge.body['pixCopiaECola'] })
      if (paid.status === 200) acknowledged.set(txid, 'CONCLUIDA')
    }
  } catch (error) {
    // The kill breaks every running call; any other error is a failure of the test.
    if (!(error instanceof TypeError)) throw error
  }
}

test('ends with its parent, and on SIGTERM', async () => {
  running.child.disconnect()
  expect(await ended(running.child)).toBe(0)
  running = await startProcess(folder)
  running.child.kill('SIGTERM')
  expect(await ended(running.child)).toBe(0)
})

test('stops despite a hanging call', async () => {
  const call = await api()
  await call('POST', '/sandbox/faults', { kind: 'api_timeout', when: 'before' })
  const hanging = call('GET', '/pix').then(
    () => 'answered',
    () => 'cut off',
  )
  const faults = async () => (await call('GET', '/sandbox/faults')).body
  await expect.poll(faults).toMatchObject({ faults: [{ used: 1 }] })
  running.child.kill('SIGTERM')
  expect(await ended(running.child)).toBe(0) // a forced stop ends with 1
  expect(await hanging).toBe('cut off')
})
