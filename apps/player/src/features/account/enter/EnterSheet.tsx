import type { SessionEnding } from '@palpite/contract'
import { Button, Logo, Segmented, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { storedTestAccount } from '../test-account/test-account.ts'
import { CodeForm } from '../password/CodeForm.tsx'
import { confirmCountry } from './enter.ts'
import { LoginForm } from './LoginForm.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** Why the player must log in again. A newer server may know more reasons. */
const endingTexts: Partial<Record<SessionEnding, TextKey>> = {
  device: 'account.ended.device',
  password: 'account.ended.password',
  email: 'account.ended.email',
  newer: 'account.ended.newer',
  blocked: 'account.ended.blocked',
  closed: 'account.ended.closed',
  excluded: 'account.ended.excluded',
}

type Tab = 'login' | 'register'

/** Log in or register. An e-mail typed in one tab is kept in the other. */
export function EnterSheet({
  tab = 'login',
  email: given,
  ending,
  ticket: followed,
}: OverlayInputs['login']) {
  const t = useText()
  const [shown, setShown] = useState<Tab>(tab)
  const [typed, setTyped] = useDraft('enter.email', () => storedTestAccount()?.email ?? '')
  const [ticket, setTicket] = useState(followed)
  const [countryTicket, setCountryTicket] = useState<string>()
  const [isTyped, setIsTyped] = useState(given === undefined)
  const email = isTyped ? typed : (given ?? '')
  const setEmail = (next: string) => {
    setIsTyped(true)
    setTyped(next)
  }
  return (
    <Sheet
      title={t(shown === 'login' ? 'account.login.title' : 'account.register.title')}
      hideTitle
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid grid-cols-1 gap-16 px-16 pb-12">
        <p aria-hidden="true" className="flex min-h-52 items-center gap-8 text-24 font-800 tracking-tighter">
          <Logo className="size-32" />
          {t('app.brand.name')}
        </p>
        {ending && (
          <p role="status" className="rounded-14 bg-surface-2 p-12 text-14">
            {t(endingTexts[ending] ?? 'app.session.ended')}
          </p>
        )}
        {ticket === undefined && countryTicket === undefined && (
          <Segmented<Tab>
            label={t('account.enter.tabs')}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'login', label: t('account.login.title') },
              { value: 'register', label: t('account.register.title') },
            ]}
          />
        )}
        {ticket !== undefined ? (
          <SecondFactorStep ticket={ticket} onBack={() => setTicket(undefined)} />
        ) : countryTicket !== undefined ? (
          <CodeForm
            mailed={t('account.country.mailed', { email })}
            incomplete={t('account.forgot.enterCode')}
            send={(code) => confirmCountry({ ticket: countryTicket, code })}
            onRight={() => {}} // logging in closes the sheet
          >
            <Button kind="ghost" size="s" onClick={() => setCountryTicket(undefined)}>
              {t('app.back.label')}
            </Button>
          </CodeForm>
        ) : shown === 'login' ? (
          <LoginForm
            email={email}
            onEmail={setEmail}
            onFactorNeeded={setTicket}
            onCountryNeeded={setCountryTicket}
          />
        ) : (
          <RegisterForm email={email} onEmail={setEmail} />
        )}
        <p className="text-center text-12 text-text-3">{t('account.enter.adults')}</p>
      </div>
    </Sheet>
  )
}
