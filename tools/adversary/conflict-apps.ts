import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { type AttackingPlayer, openPlayers, passwordGiven } from './players.ts'
import { type Asked, insist } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

export const profileNames = ['spec', 'br-spa'] as const
export type ConflictProfile = (typeof profileNames)[number]
export type ConflictApps = Record<ConflictProfile, AttackedApp>

export const COUNTRY_HEADER = 'x-client-country'

export const LICENCE = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1, de 2 de janeiro de 2026',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

/** Of jobs that run beside the calls, on a busy machine. */
export const patience = { timeout: 60_000, interval: 200 }

type Wish = { cents?: number; isIdentified?: boolean }
export type Data = Record<string, unknown>

/** An app under each profile, for the tests of a file: opened before them, closed after them. */
export function openConflictApps(): ConflictApps {
  const apps = {} as ConflictApps
  const folder = mkdtempSync(join(tmpdir(), 'palpite-conflicts-'))
  const LICENCE_FILE = join(folder, 'licence.json')
  beforeAll(async () => {
    writeFileSync(LICENCE_FILE, JSON.stringify(LICENCE))
    apps.spec = await openAttackedApp({ COUNTRY_HEADER })
    apps['br-spa'] = await openAttackedApp({ COUNTRY_HEADER, LICENCE_FILE, COMPLIANCE_PROFILE: 'br-spa' })
  })
  afterAll(async () => {
    for (const app of Object.values(apps)) await app.close()
    rmSync(folder, { recursive: true })
  })
  return apps
}

/** What players do under one profile, from Brazil unless told otherwise. */
export function playersUnder(apps: ConflictApps, profile: ConflictProfile) {
  const newPlayer = async (wish: Wish = {}): Promise<AttackingPlayer> =>
    (await openPlayers(apps[profile].deps, [wish]))[0] as AttackingPlayer
  const ask = (asked: Asked) =>
    insist(apps[profile].url, { ...asked, headers: { [COUNTRY_HEADER]: 'BR', ...asked.headers } })
  const read = async (path: string, token?: string): Promise<Data> =>
    (await ask({ path, ...(token !== undefined && { token }) })).data
  const codeOf = async (asked: Asked) => {
    const { status, data } = await ask(asked)
    return status === 200 ? undefined : data['code']
  }
  const rollDice = (token: string, headers: Record<string, string> = {}) => {
    const dice = rightRequest('POST /api/app/games/dice/betPlay')
    const requestId = `conflicts-${apps[profile].deps.random.hex(8)}`
    return ask({ ...dice, body: { ...(dice.body as Data), requestId }, token, headers })
  }
  const withdrawal = async (body: Data) => {
    const player = await newPlayer({ cents: 100_00 })
    await passwordGiven(apps[profile].deps, player)
    const own = {
      ifsc: '',
      name: 'Ana Souza',
      amount: 50,
      whatsapp: '',
      payCardBank: 'CPF',
      payCardNo: player.cpf,
    }
    return codeOf({ path: '/api/app/order/withdraw', token: player.token, body: { ...own, ...body } })
  }

  /** Opens an order of R$ 100 and has this payer pay it at the sandbox bank. */
  const paidIn = async ({ token }: { token: string }, payer: { nome: string; cpf: string }) => {
    const { url, sandboxUrl } = apps[profile]
    const body = { gift: '0', pkgId: 'brl-100' }
    const opened = await ask({ path: '/api/app/order/prePay/brl-100', token, body })
    expect(opened.status).toBe(200)
    const { orderId, payNo } = opened.data as { orderId: string; payNo: string }
    const html = await (await fetch(`${url}/pay/${payNo}`)).text()
    const [, code] = /<textarea[^>]*>([^<]+)<\/textarea>/.exec(html) ?? []
    const paid = await insist(sandboxUrl, { path: '/sandbox/pay', body: { code, payer } })
    return { orderId, endToEndId: (JSON.parse(paid.text) as { endToEndId: string }).endToEndId }
  }

  return { newPlayer, ask, read, codeOf, rollDice, withdrawal, paidIn }
}
