import type { Calls } from '@palpite/contract'
import type { Language } from '@palpite/contract/languages'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { deviceName } from './device-name.ts'

type SignIn = Calls['GET /api/app/user/signIns']['data']['signIns'][number]

const wayTexts = {
  password: 'account.signIns.password',
  link: 'account.signIns.link',
  passkey: 'account.signIns.passkey',
  register: 'account.signIns.register',
} as const satisfies Record<SignIn['way'], TextKey>

/** The last logins: method, device, time and network. */
export function SignInList() {
  const t = useText()
  const format = useFormat()
  const language = useLanguage()
  const { data } = useCall('GET /api/app/user/signIns', {})
  if (!data) return null // the device list above shows loading and failure
  return (
    <section className="grid gap-8">
      <h3 className="text-14 font-700">{t('account.signIns.title')}</h3>
      {data.signIns.length === 0 ? (
        <p className="text-12 text-text-2">{t('account.signIns.none')}</p>
      ) : (
        <ul className="grid gap-8">
          {data.signIns.map(({ at, way, userAgent, network, country }) => (
            <li key={at} className="grid gap-2 text-12 text-text-2">
              <span className="text-13 font-600 text-text">
                {t(wayTexts[way])} · {deviceName(userAgent) ?? t('account.devices.unknown')}
              </span>
              <span className="wrap-anywhere">
                {format.dayTime(at)} · {network}
                {country !== null && ` · ${countryName(country, language)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A country's own name. A code that browsers do not know, such as the Tor network's, is shown as received. */
function countryName(country: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(country)) return country
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country
}
