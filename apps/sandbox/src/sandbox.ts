import type { AddressInfo } from 'node:net'
import { BANK_TABLES, bankRoutes, refundJob } from './bank/index.ts'
import { captchaRoutes } from './captcha/index.ts'
import { CHAIN_TABLES, chainJob, chainRoutes } from './chain/index.ts'
import { startAlarm, type Alarm } from './clock/alarm.ts'
import { DOCUMENT_CHECK_TABLES, documentCheckRoutes } from './document-check/index.ts'
import { FAULT_TABLES, faultRoutes } from './faults/index.ts'
import { MAIL_TABLES, mailRoutes, startMailServer } from './mail/index.ts'
import {
  NATIONAL_REGISTER_TABLES,
  nationalRegisterRoutes,
  personRegisterRoutes,
} from './national-register/index.ts'
import { pageRoutes } from './pages/index.ts'
import {
  BALANCE_TABLES,
  balanceCalls,
  balanceRoutes,
  PAYOUT_TABLES,
  payoutJob,
  payoutRoutes,
} from './payouts/index.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store/index.ts'
import { openTls } from './web/open-tls.ts'
import { openWeb } from './web/open-web.ts'
import { startDeliveries, WEBHOOK_TABLES, webhookRoutes } from './webhooks/index.ts'
import type { World } from './world.ts'

export type Sandbox = Readonly<{
  url: string
  /** Behind TLS, if configured. */
  tlsUrl: string | undefined
  smtpPort: number
  stop: () => Promise<void>
}>

const TABLES = [
  FAULT_TABLES,
  WEBHOOK_TABLES,
  BANK_TABLES,
  PAYOUT_TABLES,
  BALANCE_TABLES,
  MAIL_TABLES,
  CHAIN_TABLES,
  NATIONAL_REGISTER_TABLES,
  DOCUMENT_CHECK_TABLES,
]

/**
 * Starts the outside services: the bank, the payout rail, the USDT chains, the mail server, the public registers and
 * their pages, on this machine only.
 */
export const startSandbox = async (settings: Settings, now: () => number = Date.now): Promise<Sandbox> => {
  const store = openStore(settings.dataFolder, TABLES, settings.isDurable)
  let alarm: Alarm | undefined
  let address = ''
  const world: World = {
    store,
    settings,
    now,
    wake: () => alarm?.wake(),
    publicUrl: () => settings.publicUrl ?? address,
  }
  const web = await openWeb()
  await bankRoutes(web, world, [payoutRoutes, balanceCalls])
  await chainRoutes(web, world)
  for (const routes of [
    balanceRoutes,
    faultRoutes,
    webhookRoutes,
    mailRoutes,
    captchaRoutes,
    nationalRegisterRoutes,
    personRegisterRoutes,
    documentCheckRoutes,
    pageRoutes,
  ])
    routes(web, world)
  web.get('/livez', async () => ({ status: 'ok' }))
  await web.listen({ host: '127.0.0.1', port: settings.port })
  address = `http://127.0.0.1:${(web.server.address() as AddressInfo).port}`
  const door = settings.tls && (await openTls(web, settings.tls))
  const mail = await startMailServer(world)
  const deliveries = startDeliveries(world)
  alarm = startAlarm([refundJob(world), payoutJob(world), chainJob(world), deliveries], now)
  alarm.wake()
  const stop = async (): Promise<void> => {
    alarm?.stop()
    deliveries.stop()
    await Promise.all([web.close(), door?.stop(), mail.stop()])
    store.close()
  }
  return { url: address, tlsUrl: door?.url, smtpPort: mail.port, stop }
}
