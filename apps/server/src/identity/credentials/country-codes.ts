import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { refundOnFault, type Try } from '../abuse/throttles.ts'
import { lockSecret, updateEmailConfirmed } from '../accounts/queries.ts'
import type { Identity } from '../identity.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { DeviceSecret } from '../sessions/devices.ts'
import { type ClosedRefusal, isOfClosed, type OpenedSession } from '../sessions/open-sessions.ts'
import { tokenHash } from '../sessions/sessions.ts'
import type { IdentitySettings } from '../settings.ts'
import { codeHash, freshCode, isSameHash } from '../totp.ts'
import {
  claimCountryCodes,
  deleteCountryCode,
  type DueCountryCode,
  lockCountryCode,
  selectCountryCode,
  updateCountryCodeMailed,
  updateCountryCodes,
  updateCountryCodeTried,
} from './code-queries.ts'

export type ConfirmCountry = {
  /** The ticket returned for the password. */
  ticket: string
  /** As mailed. */
  code: string
  lang: Lang
  ip: string
  device: Device
  deviceSecret: DeviceSecret
}

type Refused = 'wrong_reset_code' | 'second_factor_over' | ClosedRefusal

/**
 * Opens the session of a sign-in that waits for a mailed code: from a new country, which is known from then on, or where the
 * law asks everybody for a second factor. Wrong codes count like those of a second factor: by player, and separately on known devices.
 */
export async function confirmCountry(
  identity: Identity,
  { ticket, code, lang, ip, device, deviceSecret }: ConfirmCountry,
): Promise<Result<OpenedSession, Refused | 'too_many_requests'>> {
  const { deps, settings, throttles } = identity
  const hash = tokenHash(ticket)
  const [owner] = await selectCountryCode(deps.db, hash)
  if (!owner) return refuse('second_factor_over')
  const { playerId } = owner
  const tries: Try[] = deviceSecret.isKnownFor(playerId)
    ? [{ name: 'second-factor-device', of: `${playerId} ${deviceSecret.hash}` }]
    : [{ name: 'second-factor', of: String(playerId) }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const open = async (tx: Tx): Promise<Result<OpenedSession, Refused>> => {
    await lockSecret(tx, playerId)
    const [waiting] = await lockCountryCode(tx, hash)
    if (!waiting || waiting.codeTries >= settings.secondFactor.ticketTries)
      return refuse('second_factor_over')
    if (!isSameHash(waiting.codeHash ?? '', codeHash(playerId, code.trim()))) {
      await updateCountryCodeTried(tx, hash)
      return refuse('wrong_reset_code')
    }
    await deleteCountryCode(tx, hash)
    await updateEmailConfirmed(tx, playerId)
    const { passwordHash, country } = waiting
    const opened = await identity.openSessionIn(tx, {
      playerId,
      ip,
      device,
      deviceHash: deviceSecret.hash,
      passwordHash,
      country: country ?? undefined,
      isMailConfirmed: true,
      way: 'password',
      lang,
    })
    if (opened.ok) return opened
    // If not closed, the player enabled a second factor meanwhile and signs in with that.
    return refuse(isOfClosed(opened.refusal.code) ? opened.refusal.code : 'second_factor_over')
  }
  const opened = await refundOnFault(throttles, tries, () => deps.db.begin(open))
  if (opened.ok || opened.refusal.code !== 'wrong_reset_code') await throttles.refund(tries)
  deps.log.info({ playerId, isRight: opened.ok }, 'a sign-in with a mailed code')
  return opened
}

type Given = { deps: Deps; settings: Pick<IdentitySettings, 'reset' | 'secondFactor'>; sendMail: SendMail }
type Letter = DueCountryCode & { code: string; hash: string }

/**
 * Mails the codes that confirm sign-ins. Each is valid before its mail leaves; several servers may run this at once.
 */
export async function mailCountryCodes({ deps, settings, sendMail }: Given): Promise<void> {
  const letters = await deps.db.begin(async (tx): Promise<Letter[]> => {
    const due = await claimCountryCodes(tx, mailTermsOf(settings.reset))
    const coded = due.map((row) => {
      const code = freshCode(settings.reset.codeDigits, deps.random.below)
      return { ...row, code, hash: codeHash(row.playerId, code) }
    })
    await updateCountryCodes(tx, coded)
    return coded
  })
  await Promise.all(
    letters.map(async (letter) => {
      const { playerId, email, lang, country, isNewCountry, code } = letter
      const kind = isNewCountry ? 'country.code' : 'login.code'
      const values = {
        code,
        country: country === null ? '' : countryName(country, lang),
        minutes: Math.floor(settings.secondFactor.ticketSeconds / 60),
        url: deps.config.publicUrl,
      }
      try {
        await sendMail({
          to: email,
          subject: mailText(`${kind}.subject`, lang, values),
          text: mailText(`${kind}.text`, lang, values),
        })
        await updateCountryCodeMailed(deps.db, letter)
      } catch (error) {
        deps.log.error(
          { playerId, mailError: mailErrorCode(error) },
          'could not mail the code of a sign-in; it is retried',
        )
      }
    }),
  )
}

/** The country's name in this language, or the code itself if unknown; the Tor network is no country. */
function countryName(country: string, lang: Lang): string {
  if (country === 'T1') return 'Tor'
  // `of` throws for an impossible code.
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames([lang], { type: 'region' }).of(country) ?? country
}
