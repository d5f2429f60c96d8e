import { type HouseAccount, openHouseAccount } from '../../ledger/index.ts'
import {
  type PaymentGateway,
  closedGateway,
  type PayoutRail,
  type PayoutRails,
  type RailName,
  pixPayouts,
} from './payment-gateway.ts'
import { createHash } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import type { Deps } from '../../platform/deps.ts'
import { notePort } from '../../platform/call-outside.ts'
import type { AlarmKind } from '../alarms.ts'
import { type BankFailure, certificateEnd } from './bank-client.ts'
import { DEFAULT_PROVIDER, type GatewayConfig, gatewaysFromConfig } from './gateways-from-config.ts'
import { openPixGateway } from './pix-gateway.ts'
import { insertIdentities, selectIdentities } from './queries.ts'

/** A source of top-ups over a rail, and the house account that its payments are booked on. */
export type TopUpSource = {
  rail: RailName
  provider: string
  account: () => Promise<HouseAccount>
  /** Whether it can restrict the payer to the player, where the policy requires it. */
  restrictsPayer: boolean
}

/** A bank behind PIX: its gateway and payout rail, and its weight in the choice. */
export type Provider = {
  name: string
  /** A hash of the account and bank; undefined for one that holds no money. */
  identity: string | undefined
  /** New orders go to the lowest priority among the banks that are up. */
  priority: number
  /** The share of new orders among banks of one priority. */
  share: number
  isUp: () => boolean
  source: TopUpSource
  payouts: PayoutRail
  gateway: PaymentGateway
}

/**
 * The banks behind PIX, and the choice among them for new orders: the lowest priority among those that are up, then
 * by share. If none is up, all stay in the choice, so that a recovery is noticed. An order stays with its bank.
 */
export type Providers = {
  all: readonly Provider[]
  /** The provider of this name, even if it is no longer configured. */
  named: (name: string) => Provider
  /** The bank for a new order, other than these; undefined if there is no other. */
  choose: (without?: readonly string[]) => Provider | undefined
  /** The names to choose from, each repeated by its share: a uniform draw follows the rule. */
  inTurn: () => readonly string[]
}

const SCHEDULE_SLOTS = 100

export function openProviders(
  all: readonly Provider[],
  closed: (name: string) => Provider,
  below: (below: number) => number,
): Providers {
  const candidates = (without: readonly string[]) => {
    const left = all.filter(({ name }) => !without.includes(name))
    const up = left.filter(({ isUp }) => isUp())
    const usable = up.length > 0 ? up : left
    const first = Math.min(...usable.map(({ priority }) => priority))
    return usable.filter(({ priority }) => priority === first)
  }
  return {
    all,
    named: (name) => all.find((one) => one.name === name) ?? closed(name),
    choose: (without = []) => {
      const among = candidates(without)
      let drawn = below(Math.max(1, sharesOf(among)))
      return among.find(({ share }) => (drawn -= share) < 0)
    },
    inTurn: () => {
      const among = candidates([])
      const shares = sharesOf(among)
      return among.flatMap(({ name, share }) =>
        Array<string>(Math.max(1, Math.round((share * SCHEDULE_SLOTS) / shares))).fill(name),
      )
    },
  }
}

const sharesOf = (among: readonly Provider[]): number => among.reduce((sum, { share }) => sum + share, 0)

type Carried = { rail: RailName; provider: string | null }

/** The rail of a payout; over PIX the provider that its row names. */
export const payoutRailOf = (
  { providers, rails }: { providers: Providers; rails: PayoutRails },
  { rail, provider }: Carried,
): PayoutRail => (rail === 'pix' ? providers.named(provider ?? '').payouts : rails.usdt)

type Options = {
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  /** The only provider, in tests. */
  gateway: PaymentGateway | undefined
  timeoutMs: number
  failures: number
  restSeconds: number
}

/** The banks that the environment configures, each with a health check by the outcome of its calls. */
export function providersOf(deps: Deps, options: Options): Providers {
  const { metrics, config, random } = deps
  const up = metrics.gauge('cashier_provider_up', '1 while a bank is chosen for new orders', ['provider'])
  const calls = metrics.counter('cashier_provider_calls_total', 'Calls to banks, by how they ended', [
    'provider',
    'outcome',
  ])
  const certificates = metrics.gauge(
    'cashier_certificate_ends_at_seconds',
    'When our certificate for a bank expires (Unix seconds)',
    ['provider'],
  )
  const open = (terms: GatewayConfig): Provider => {
    const { name, priority, share, certificate } = terms
    if (certificate)
      certificates.set({ provider: name }, Math.floor(certificateEnd(certificate).getTime() / 1000))
    const health = openHealth(
      { failures: options.failures, restMs: options.restSeconds * 1000 },
      (isUp, failure) => {
        up.set({ provider: name }, isUp ? 1 : 0)
        if (!isUp) options.alarm('provider_down', { provider: name, failure })
      },
    )
    up.set({ provider: name }, 1)
    const onOutcome = (outcome: 'answered' | BankFailure) => {
      calls.inc({ provider: name, outcome })
      notePort(`bank ${name}`, outcome === 'answered' ? 'answered' : 'failed')
      health.record(outcome)
    }
    const onInvalid = (what: string, ids: Readonly<Record<string, unknown>>) =>
      options.alarm('bank_said_nonsense', { provider: name, what, ...ids })
    const gateway = openPixGateway({ ...terms, timeoutMs: options.timeoutMs, onOutcome, onInvalid })
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
 * Identifies a bank's account: the bank's address, our client id, and the key whose account pays. A sandbox holds no
 * money, and is another account at every start.
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

/** The ledger account of a provider: the first provider's has the plain name. */
export const accountKind = <Kind extends 'pix_in' | 'pix_out'>(
  kind: Kind,
  provider: string,
): Kind | `${Kind}:${string}` => (provider === DEFAULT_PROVIDER ? kind : `${kind}:${provider}`)

/** The provider of an account kind. */
export const providerOfAccount = (kind: string): string => kind.split(':')[1] ?? DEFAULT_PROVIDER

/** The house account of a provider: the first provider's exists, others are opened when first needed. */
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

/** Whether a provider answers, by the recent calls of this server. */
type Health = {
  isUp: () => boolean
  /** Records the outcome of a call. */
  record: (outcome: 'answered' | BankFailure) => void
}

type HealthRule = {
  /** This many failed calls in a row take a provider out of the choice. */
  failures: number
  /** How long it then gets no new orders before it is tried again. */
  restMs: number
}

/** Lasting problems: one failure is enough. */
const LASTING: ReadonlySet<BankFailure> = new Set(['certificate'])

/** Follows the outcome of a provider's calls; `changed` is called when it leaves the choice or returns. */
function openHealth(
  { failures, restMs }: HealthRule,
  changed: (isUp: boolean, failure: BankFailure | undefined) => void,
  nowMs: () => number = () => performance.now(),
): Health {
  let failed = 0
  let failedAtMs = 0
  const isDown = () => failed >= failures
  return {
    isUp: () => !isDown() || nowMs() - failedAtMs >= restMs,
    record: (outcome) => {
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

type Needs = {
  deps: Pick<Deps, 'db'>
  providers: Providers
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  wakePayouts: () => void
}

type Identities = {
  /** Whether payouts are held: until the names were compared, and while a name means another account. */
  areHeld: () => boolean
  /** Compares the names with their stored accounts, and stores new ones. */
  compare: () => Promise<void>
}

/**
 * Makes sure that a bank's name always means the same account. A payout that a bank does not know is sent again, so
 * under a name reassigned to another account it would be paid twice: no payout is sent while a name has changed.
 */
export function openIdentities({ deps, providers, alarm, wakePayouts }: Needs): Identities {
  let areHeld = true
  return {
    areHeld: () => areHeld,
    compare: async () => {
      const named = providers.all.flatMap(({ name, identity }) =>
        identity === undefined ? [] : [{ name, identitySha256: identity }],
      )
      if (named.length > 0) await deps.db.begin((tx) => insertIdentities(tx, named))
      const known = new Map(
        (await selectIdentities(deps.db)).map(({ name, identitySha256 }) => [name, identitySha256]),
      )
      const changed = named.filter(({ name, identitySha256 }) => known.get(name) !== identitySha256)
      for (const { name } of changed) alarm('provider_changed', { provider: name })
      const wereHeld = areHeld
      areHeld = changed.length > 0
      if (wereHeld && !areHeld) wakePayouts()
    },
  }
}
