import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDescription } from '../testing/api-description.ts'
import {
  chargeRequest,
  freshTxid,
  OUR_KEY,
  paidCharge,
  startHarness,
  type Harness,
} from '../testing/start-harness.ts'

/** Banco Central's own description of API Pix 2.9.0, in the shared folder beside the repository. */
const DESCRIPTION = fileURLToPath(new URL('../../../../../shared/ref/pix-api.yaml', import.meta.url))

describe.skipIf(!existsSync(DESCRIPTION))(
  'every answer of the bank fits the description of API Pix 2.9.0',
  () => {
    let harness: Harness
    let api: ReturnType<typeof readDescription>
    beforeAll(async () => {
      api = readDescription(readFileSync(DESCRIPTION, 'utf8'))
      harness = await startHarness()
    })
    afterAll(() => harness.stop())

    const misfitsOf = (name: string, value: unknown): string[] => api.misfits(name, value)

    test('the check itself finds errors', () => {
      expect(api.names.length).toBeGreaterThan(100)
      const wrong = { endToEndId: 'E1', valor: 1, horario: 'now' }
      expect(misfitsOf('Pix', wrong)).toHaveLength(4)
      expect(misfitsOf('Problema', {})).toEqual([
        "/type: must have required property 'type'",
        "/title: must have required property 'title'",
        "/status: must have required property 'status'",
      ])
      expect(misfitsOf('CobrancaStatus', 'EXPIRADA')).toHaveLength(1)
    })

    test('a charge made, revised, read, and read by its payer', async () => {
      const path = `/cob/${freshTxid()}`
      const request = {
        ...chargeRequest(),
        devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
        infoAdicionais: [{ nome: 'a', valor: 'b' }],
      }
      expect(misfitsOf('CobSolicitada', request)).toEqual([])
      const made = await harness.call('PUT', path, request)
      expect(misfitsOf('CobGerada', made.body)).toEqual([])
      expect(
        misfitsOf('CobGerada', (await harness.call('PATCH', path, { valor: { original: '1.00' } })).body),
      ).toEqual([])
      expect(misfitsOf('CobCompleta', (await harness.call('GET', path)).body)).toEqual([])
      const payload = await harness.open('GET', `/qr/v2/${String(made.body['location']).split('/').at(-1)}`)
      expect(misfitsOf('CobPayload', payload.body)).toEqual([])
    })

    test('a Pix with refunds, in answers, lists and webhooks', async () => {
      const { endToEndId, txid } = await paidCharge(harness)
      await harness.receiver.waitFor(1)
      const path = `/pix/${String(endToEndId)}`
      const refund = await harness.call('PUT', `${path}/devolucao/a`, { valor: '1.00', descricao: 'x' })
      expect(misfitsOf('Devolucao', refund.body)).toEqual([])
      const webhooks = await harness.receiver.waitFor(2)
      for (const { item } of webhooks) expect(misfitsOf('Pix', item)).toEqual([])
      expect(misfitsOf('Devolucao', (await harness.call('GET', `${path}/devolucao/a`)).body)).toEqual([])
      expect(misfitsOf('Pix', (await harness.call('GET', path)).body)).toEqual([])
      expect(misfitsOf('CobCompleta', (await harness.call('GET', `/cob/${String(txid)}`)).body)).toEqual([])
      const time = 'inicio=2020-01-01T00:00:00Z&fim=2099-12-31T23:59:59Z'
      // Two mistakes of 2.9.0: a list of Pix must have "cobs", and each listed charge an "idCob" that no schema
      // defines.
      const pixList = misfitsOf('PixConsultados', (await harness.call('GET', `/pix?${time}`)).body)
      expect(pixList).toEqual(["/cobs: must have required property 'cobs'"])
      const chargeList = misfitsOf('CobsConsultadas', (await harness.call('GET', `/cob?${time}`)).body)
      expect(chargeList.filter((line) => !/^\/cobs\/\d+\/idCob: /.test(line))).toEqual([])
    })

    test('a webhook registered, and every kind of error', async () => {
      expect(misfitsOf('WebhookCompleto', (await harness.call('GET', `/webhook/${OUR_KEY}`)).body)).toEqual(
        [],
      )
      const requests = [
        ['PUT', '/cob/short', chargeRequest()],
        ['PUT', `/cob/${freshTxid()}`, {}],
        ['GET', `/cob/${freshTxid()}`, undefined],
        ['GET', '/cob?inicio=x', undefined],
        ['GET', '/pix', undefined],
        ['GET', `/pix/${'E'.repeat(32)}`, undefined],
        ['PUT', `/pix/${'E'.repeat(32)}/devolucao/a`, { valor: '1.00' }],
        ['GET', `/pix/${'E'.repeat(32)}/devolucao/a`, undefined],
        ['PUT', '/webhook/x', {}],
        ['GET', '/webhook/x', undefined],
        ['GET', '/qr/v2/x', undefined],
        ['GET', '/nowhere', undefined],
      ] as const
      const types = new Set<unknown>()
      for (const [method, path, body] of requests) {
        const answer = await harness.call(method, path, body)
        expect([path, misfitsOf('Problema', answer.body)]).toEqual([path, []])
        expect([path, answer.type]).toEqual([path, 'application/problem+json; charset=utf-8'])
        expect(answer.body['status']).toBe(answer.status)
        types.add(answer.body['type'])
      }
      expect(types.size).toBe(9)
      const source = readFileSync(DESCRIPTION, 'utf8')
      for (const type of types) expect(source).toContain(`\`${String(type).split('/').at(-1)}\``)
    })
  },
)
