import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { type HouseAccount, openHouseAccount } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { notePort } from '../../platform/port-health.ts'
import type { AlarmKind } from '../alarms.ts'
import { type BankTrouble, certificateEnd } from './bank-client.ts'
import { closedGateway, type PaymentGateway } from './payment-gateway.ts'
import { DEFAULT_PROVIDER, type GatewayConfig, gatewaysFromConfig } from './gateways-from-config.ts'
import { openPixGateway } from './pix-gateway.ts'
import { pixPayouts } from './payout-rail.ts'
import { openProviders, type Provider, type Providers } from './providers.ts'

type Options = {
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  /** The one provider of a test. */
  gateway: PaymentGateway | undefined
  timeoutMs: number
  failures: number
  restSeconds: number
}

/** The banks that the environment names, each followed by how its calls end. */
export function providersOf(deps: Deps, options: Options): Providers {
  const { metrics, config, random } = deps
  const up = metrics.gauge('cashier_provider_up', '1 while a bank is chosen for new orders', ['provider'])
  const calls = metrics.counter('cashier_provider_calls_total', 'Calls to banks, by how they ended', [
    'provider',
    'outcome',
  ])
  const certificates = metrics.gauge(
    'cashier_certificate_ends_at_seconds',
    'When our certificate for a bank is over (Unix seconds)',
    ['provider'],
  )
  const open = (terms: GatewayConfig): Provider => {
    const { name, priority, share, certificate } = terms
    if (certificate)
      certificates.set({ provider: name }, Math.floor(certificateEnd(certificate).getTime() / 1000))
    const health = openHealth(
      { failures: options.failures, restMs: options.restSeconds * 1000 },
      (isUp, trouble) => {
        up.set({ provider: name }, isUp ? 1 : 0)
        if (!isUp) options.alarm('provider_down', { provider: name, trouble })
      },
    )
    up.set({ provider: name }, 1)
    const heard = (outcome: 'answered' | BankTrouble) => {
      calls.inc({ provider: name, outcome })
      notePort(`bank ${name}`, outcome === 'answered' ? 'answered' : 'failed')
      health.heard(outcome)
    }
    const onInvalid = (what: string, ids: Readonly<Record<string, unknown>>) =>
      options.alarm('bank_said_nonsense', { provider: name, what, ...ids })
    const gateway = openPixGateway({ ...terms, timeoutMs: options.timeoutMs, heard, onInvalid })
    const identity = identityOf(config, terms)
    const { restrictsPayer } = terms
    return {
      ...providerOver(deps, { name, gateway, restrictsPayer }),
      identity,
      priority,
      share,
      isUp: health.isUp,
    }
  }
  const given = options.gateway
    ? [providerOver(deps, { name: DEFAULT_PROVIDER, gateway: options.gateway })]
    : gatewaysFromConfig(config).map(open)
  const closed = (name: string) => providerOver(deps, { name, gateway: closedGateway() })
  return openProviders(given.length > 0 ? given : [closed(DEFAULT_PROVIDER)], closed, random.below)
}

/**
 * What makes a bank's account that one and no other: where the bank is, who we are there, and the key whose account pays. A
 * sandbox holds no money, and is another at every start.
 */
function identityOf({ SANDBOX_URL }: Config, { url, clientId, pixKey }: GatewayConfig): string | undefined {
  const base = url.replace(/\/$/, '')
  if (SANDBOX_URL !== undefined && base === SANDBOX_URL.replace(/\/$/, '')) return undefined
  return createHash('sha256')
    .update(JSON.stringify([base, clientId, pixKey]))
    .digest('hex')
}

type Over = { name: string; gateway: PaymentGateway; restrictsPayer?: boolean }

const providerOver = (deps: Deps, { name, gateway, restrictsPayer = false }: Over): Provider => ({
  name,
  identity: undefined,
  priority: 1,
  share: 1,
  isUp: () => true,
  gateway,
  source: { rail: 'pix', provider: name, account: accountOf(deps, 'pix_in', name), restrictsPayer },
  payouts: pixPayouts(gateway, accountOf(deps, 'pix_out', name)),
})

/** What the account of a provider is called: that of the first one has the plain name. */
export const accountKind = <Kind extends 'pix_in' | 'pix_out'>(
  kind: Kind,
  provider: string,
): Kind | `${Kind}:${string}` => (provider === DEFAULT_PROVIDER ? kind : `${kind}:${provider}`)

/** Whose account one of this kind is. */
export const providerOfAccount = (kind: string): string => kind.split(':')[1] ?? DEFAULT_PROVIDER

/** The account of a provider: that of the first one is there, those of others are opened when they are first needed. */
function accountOf({ db }: Deps, kind: 'pix_in' | 'pix_out', name: string): () => Promise<HouseAccount> {
  let opened: Promise<HouseAccount> | undefined
  const open = async (): Promise<HouseAccount> => {
    if (name === DEFAULT_PROVIDER) return kind
    return { houseAccountId: await db.begin((tx) => openHouseAccount(tx, `${kind}:${name}`)) }
  }
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}

/** Whether a provider answers, as this server has seen it lately. */
export type Health = {
  isUp: () => boolean
  /** How a call ended. */
  heard: (outcome: 'answered' | BankTrouble) => void
}

export type HealthRule = {
  /** So many calls in a row without a sensible answer take a provider out of the choice. */
  failures: number
  /** Then it is left alone so long, and tried again. */
  restMs: number
}

/** These do not pass by themselves: one is enough. */
const LASTING: ReadonlySet<BankTrouble> = new Set(['certificate'])

/** Follows how a provider's calls end; `changed` is told when it goes out of the choice, and comes back. */
function openHealth(
  { failures, restMs }: HealthRule,
  changed: (isUp: boolean, trouble: BankTrouble | undefined) => void,
  nowMs: () => number = () => performance.now(),
): Health {
  let failed = 0
  let failedAtMs = 0
  const isDown = () => failed >= failures
  return {
    isUp: () => !isDown() || nowMs() - failedAtMs >= restMs,
    heard: (outcome) => {
      const wasDown = isDown()
      if (outcome === 'answered') failed = 0
      else {
        failed = LASTING.has(outcome) ? failures : failed + 1
        failedAtMs = nowMs()
      }
      if (wasDown !== isDown()) changed(!isDown(), outcome === 'answered' ? undefined : outcome)
    },
  }
}
