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
import { type BankTrouble, certificateEnd } from './bank-client.ts'
import { DEFAULT_PROVIDER, type GatewayConfig, gatewaysFromConfig } from './gateways-from-config.ts'
import { openPixGateway } from './pix-gateway.ts'
import { insertIdentities, selectIdentities } from './queries.ts'

/** Who brings money in over a rail, and the account of the house where what came stands. */
export type TopUpSource = {
  rail: RailName
  provider: string
  account: () => Promise<HouseAccount>
  /** Whether it lets nobody but the player pay, where the policy asks for that. */
  restrictsPayer: boolean
}

/** A bank behind PIX: its ways in and out, and what decides how much of them is used. */
export type Provider = {
  name: string
  /** Which account at which bank it is, hashed; nothing of one where no money is. */
  identity: string | undefined
  /** The lowest of those that are up is used. */
  priority: number
  /** Of those of one priority each gets so much of new orders. */
  share: number
  isUp: () => boolean
  source: TopUpSource
  payouts: PayoutRail
  gateway: PaymentGateway
}

/**
 * The banks behind PIX, and the rule by which new orders choose among them: of those that are up the lowest priority, of
 * those by share. Where none is up all are asked: somebody has to find out when one is back. What began with one stays.
 */
export type Providers = {
  all: readonly Provider[]
  /** The provider of this name, also one that is not configured any more. */
  named: (name: string) => Provider
  /** For a new order, other than these; nothing when there is no other. */
  choose: (without?: readonly string[]) => Provider | undefined
  /** The names to choose from, each as often as its share: whoever draws one evenly follows the rule. */
  inTurn: () => readonly string[]
}

const TURNS = 100

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
        Array<string>(Math.max(1, Math.round((share * TURNS) / shares))).fill(name),
      )
    },
  }
}

const sharesOf = (among: readonly Provider[]): number => among.reduce((sum, { share }) => sum + share, 0)

type Carried = { rail: RailName; provider: string | null }

/** Who carries a payout: over PIX the provider that its row names. */
export const payoutRailOf = (
  { providers, rails }: { providers: Providers; rails: PayoutRails },
  { rail, provider }: Carried,
): PayoutRail => (rail === 'pix' ? providers.named(provider ?? '').payouts : rails.usdt)

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
type Health = {
  isUp: () => boolean
  /** How a call ended. */
  heard: (outcome: 'answered' | BankTrouble) => void
}

type HealthRule = {
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

type Needs = {
  deps: Pick<Deps, 'db'>
  providers: Providers
  alarm: (kind: AlarmKind, ids: Readonly<Record<string, unknown>>) => void
  wakePayouts: () => void
}

type Identities = {
  /** Whether payouts wait: until the names were compared, and for as long as one of them means another account. */
  areHeld: () => boolean
  /** Compares the names with what they meant before, and keeps those that are new. */
  compare: () => Promise<void>
}

/**
 * Sees to it that a bank's name means one account for ever. A bank that does not know a payout is sent it again, so under
 * a name that was given to another account it would be paid twice: nothing is sent while one has changed.
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
