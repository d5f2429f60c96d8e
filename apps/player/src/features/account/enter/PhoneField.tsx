import { Field, Icon, TextInput } from '@palpite/ui'
import { useLanguage, useText } from '../../../shared/text/text.ts'
import { phoneCountries, phoneDigits, shownPhone } from './phone.ts'

type Props = {
  prefix: string
  onPrefix: (prefix: string) => void
  digits: string
  onDigits: (digits: string) => void
  /** Why this number is invalid. */
  error?: string | undefined
}

/** A phone number: the country's prefix from a list, and the digits. */
export function PhoneField({ prefix, onPrefix, digits, onDigits, error }: Props) {
  const t = useText()
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  return (
    <Field label={t('account.phone.label')} error={error}>
      <TextInput
        type="tel"
        name="phone"
        inputMode="tel"
        autoComplete="tel-national"
        enterKeyHint="next"
        value={shownPhone(digits, prefix)}
        onChange={(event) => onDigits(phoneDigits(event.target.value, prefix))}
        before={
          <span className="relative -ms-14 flex finger-52 shrink-0 items-center gap-4 self-stretch rounded-s-14 border-e border-line ps-14 pe-10 font-600 has-focus-visible:ring-brand">
            {/* The select is transparent: it would show the country's name where only its prefix fits. */}
            <select
              aria-label={t('account.phone.prefix')}
              autoComplete="tel-country-code"
              value={prefix}
              onChange={(event) => {
                onPrefix(event.target.value)
                onDigits(phoneDigits(digits, event.target.value))
              }}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            >
              {phoneCountries.map((country) => (
                <option key={country.region} value={country.prefix}>
                  {`+${country.prefix} ${names.of(country.region)}`}
                </option>
              ))}
            </select>
            <span aria-hidden="true">+{prefix}</span>
            <Icon name="caret-down-bold" className="size-14 text-text-2" />
          </span>
        }
      />
    </Field>
  )
}
