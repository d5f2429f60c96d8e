import { createECDH } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { Fault } from '../../platform/fault.ts'
import type { PushTarget } from './queries.ts'

/** Hands a push over to its service. `gone`: the browser takes none any more. Throws when the service did not take it. */
export type SendPush = (target: PushTarget, payload: string) => Promise<'sent' | 'gone'>

const DAY_SECONDS = 24 * 60 * 60
const PATIENCE_MS = 10_000

/** The public key that browsers subscribe with; none where the server has no key of its own. */
export function pushKeyOf({ WEB_PUSH_KEY: key }: Pick<Config, 'WEB_PUSH_KEY'>): string | undefined {
  if (key === undefined) return undefined
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(key, 'base64url'))
  return curve.getPublicKey('base64url', 'uncompressed')
}

/** Sends pushes by RFC 8030, sealed by RFC 8291, signed with our key (VAPID). */
export function openPush(config: Pick<Config, 'WEB_PUSH_KEY' | 'publicUrl'>): SendPush {
  const publicKey = pushKeyOf(config)
  const { WEB_PUSH_KEY: privateKey = '', publicUrl } = config
  if (publicKey === undefined)
    return () => Promise.reject(new Fault('no push key is configured (WEB_PUSH_KEY)'))
  return async ({ endpoint, p256dh, auth }, payload) => {
    // Loaded by the first push: a server that sends none does without it.
    const { default: webPush } = await import('web-push')
    const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@palpite.example'
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: DAY_SECONDS,
        timeout: PATIENCE_MS,
      })
      return 'sent'
    } catch (cause) {
      const status = cause instanceof webPush.WebPushError ? cause.statusCode : undefined
      if (status === 404 || status === 410) return 'gone'
      throw new Fault('the push service did not take a push', { cause })
    }
  }
}
