import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { present } from '../platform/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { answersIn, openImpededRegister, type RegisterAnswer } from './registers.ts'

const free: RegisterAnswer = { reason: null, until: null }
const impeded: RegisterAnswer = { reason: 'self_excluded', until: null }

test('only an answer of free for that very CPF frees a person', () => {
  const cpf = '52998224725'
  const situacao = fc.oneof(
    fc.constantFrom('NAO_IMPEDIDO', 'IMPEDIDO_PROGRAMA_SOCIAL', 'IMPEDIDO_NOVO', 'nao_impedido', ''),
    fc.string(),
  )
  const result = fc.record({ cpf: fc.constantFrom(cpf, '11144477735', ''), situacao })
  fc.assert(
    fc.property(fc.array(result), (resultados) => {
      const answer = answersIn({ resultados }, [cpf]).get(cpf)
      const own = resultados.filter((one) => one.cpf === cpf).map((one) => one.situacao)
      const isNamed = own.some((one) => one.startsWith('IMPEDIDO'))
      const isFree = own.includes('NAO_IMPEDIDO') ? true : undefined
      expect(answer && answer.reason === null).toBe(isNamed ? false : isFree)
    }),
  )
})

test('an unreadable row or end does not affect the others', () => {
  const cpfs = ['52998224725', '11144477735', '39053344705']
  const [one, other, third] = cpfs
  const resultados = [
    { cpf: one, situacao: 'IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA', ate: '2027-01-31' },
    { cpf: Number(other), situacao: null },
    'nothing',
    { cpf: third, situacao: 'NAO_IMPEDIDO', ate: '' },
  ]
  expect([...answersIn({ resultados }, cpfs)]).toEqual([
    [one, impeded],
    [third, free],
  ])
})

describe('over HTTP', () => {
  let deps: Deps
  let close: () => Promise<void>
  let server: Server
  let reply: { status: number; body: string; hangs?: boolean; badCpf?: string }
  let url = ''
  beforeAll(async () => {
    ;({ deps, close } = await openTestDeps())
    server = createServer((request, response) => {
      if (reply.hangs) {
        request.socket.destroy()
        return
      }
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const cpfs = (JSON.parse(Buffer.concat(chunks).toString()) as { cpfs: string[] }).cpfs
        if (reply.badCpf !== undefined && cpfs.includes(reply.badCpf)) {
          response.writeHead(422).end()
          return
        }
        response
          .writeHead(reply.status, { 'content-type': 'application/json', location: url })
          .end(reply.body)
      })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((closed) => server.close(closed))
    await close()
  })

  const ours = () => {
    const config = { ...deps.config, IMPEDED_REGISTER_URL: url, IMPEDED_REGISTER_TOKEN: 'a token' }
    const said: unknown[] = []
    const log = {
      ...deps.log,
      warn: (...words: unknown[]) => void said.push(words),
    } as unknown as Deps['log']
    return { register: present(openImpededRegister({ ...deps, config, log }), 'a register'), said }
  }
  const cpf = '52998224725'
  const body = (situacao: string) => JSON.stringify({ resultados: [{ cpf, situacao }] })

  test('parses the answers', async () => {
    reply = { status: 200, body: body('IMPEDIDO_AUTOEXCLUSAO_CENTRALIZADA') }
    expect(await ours().register.ask([cpf])).toEqual(new Map([[cpf, impeded]]))
    reply = { status: 200, body: body('NAO_IMPEDIDO') }
    expect(await ours().register.ask([cpf])).toEqual(new Map([[cpf, free]]))
  })

  test('when it rejects one CPF, the others are still checked', async () => {
    const others = Array.from({ length: 9 }, (_none, at) => `1114447773${at}`)
    const resultados = [cpf, ...others].map((one) => ({ cpf: one, situacao: 'NAO_IMPEDIDO' }))
    const bad = present(others[4], 'a CPF')
    reply = { status: 200, body: JSON.stringify({ resultados }), badCpf: bad }
    const answers = await ours().register.ask([cpf, ...others])
    expect([...(answers?.keys() ?? [])].toSorted()).toEqual(
      [cpf, ...others].filter((one) => one !== bad).toSorted(),
    )
  })

  test.each([
    { what: 'a status of failure', status: 503, body: body('NAO_IMPEDIDO') },
    { what: 'a refusal', status: 401, body: body('NAO_IMPEDIDO') },
    { what: 'a redirect', status: 302, body: body('NAO_IMPEDIDO') },
    { what: 'a page for people', status: 200, body: `<h1>${cpf}</h1>` },
    { what: 'other words', status: 200, body: JSON.stringify({ livres: [cpf] }) },
    { what: 'a broken line', status: 200, body: '', hangs: true },
  ])('$what gives no answer, and no CPF is logged', async (one) => {
    reply = one
    const { register: asking, said: words } = ours()
    expect(await asking.ask([cpf])).toBeUndefined()
    expect(words).toHaveLength(1)
    expect(JSON.stringify(words)).not.toContain(cpf)
  })
})
