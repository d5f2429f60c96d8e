import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/request.ts'
import { refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { orGiveBack, type Try } from '../abuse/throttles.ts'
import { lockSecret } from '../accounts/queries.ts'
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
  /** What the password was answered with. */
  ticket: string
  /** As it was mailed. */
  code: string
  lang: Lang
  ip: string
  device: Device
  deviceSecret: DeviceSecret
}

type Refused = 'wrong_reset_code' | 'second_factor_over' | ClosedRefusal

/**
 * Opens the session of a sign-in from a new country, for the code that was mailed to its player; the country is known from then
 * on. Wrong codes are counted as those of a second factor are: by player, and on a device that the player signed in on apart.
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
  if ((await throttles.take(tries)).size > 0) return refuse('too_many_requests')
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
    const { passwordHash, country } = waiting
    const opened = await identity.openSessionIn(tx, {
      playerId,
      ip,
      device,
      deviceHash: deviceSecret.hash,
      passwordHash,
      country,
      isCountryConfirmed: true,
      way: 'password',
      lang,
    })
    if (opened.ok) return opened
    // Where it was not closed, its player has turned a second factor on meanwhile: it is signed in by that one.
    return refuse(isOfClosed(opened.refusal.code) ? opened.refusal.code : 'second_factor_over')
  }
  const opened = await orGiveBack(throttles, tries, () => deps.db.begin(open))
  if (opened.ok || opened.refusal.code !== 'wrong_reset_code') await throttles.giveBack(tries)
  deps.log.info({ playerId, isRight: opened.ok }, 'a sign-in from a new country')
  return opened
}

type Given = { deps: Deps; settings: Pick<IdentitySettings, 'reset' | 'secondFactor'>; sendMail: SendMail }
type Letter = DueCountryCode & { code: string; hash: string }

/** Mails the codes that confirm countries. Each is in force before its mail leaves; several servers may run this at once. */
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
      const { playerId, email, lang, country, code } = letter
      const values = {
        code,
        country: countryName(country, lang),
        minutes: Math.floor(settings.secondFactor.ticketSeconds / 60),
        url: deps.config.publicUrl,
      }
      try {
        await sendMail({
          to: email,
          subject: mailText('country.code.subject', lang, values),
          text: mailText('country.code.text', lang, values),
        })
        await updateCountryCodeMailed(deps.db, letter)
      } catch (error) {
        deps.log.error(
          { playerId, mailError: mailErrorCode(error) },
          'a code that confirms a country did not leave; it is tried again',
        )
      }
    }),
  )
}

/** As its people call it, or the code itself where it is none; the Tor network is no country. */
function countryName(country: string, lang: Lang): string {
  if (country === 'T1') return 'Tor'
  // `of` throws where the code could be none.
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames([lang], { type: 'region' }).of(country) ?? country
}
