import { Field, Icon, Skeleton, TextInput } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { CaptchaSound } from './CaptchaSound.tsx'
import type { Captcha } from './use-captcha.ts'

type Props = {
  captcha: Captcha
  code: string
  onCode: (code: string) => void
  error?: string | undefined
}

/** The captcha: characters of a picture, or beeps of a sound. Pressing the picture draws another. */
export function CaptchaField({ captcha, code, onCode, error }: Props) {
  const t = useText()
  const isSound = captcha.kind === 'sound'
  return (
    <Field
      label={t('account.captcha.label')}
      hint={isSound ? t('account.captcha.soundHint') : undefined}
      error={error}
      aside={
        <button
          type="button"
          className="tap-s -my-10 cursor-pointer px-4 text-13 font-600 text-brand-text hover:underline"
          onClick={() => {
            onCode('')
            captcha.change(isSound ? 'picture' : 'sound')
          }}
        >
          {t(isSound ? 'account.captcha.look' : 'account.captcha.listen')}
        </button>
      }
    >
      <div className="flex gap-8 roomy:flex-wrap">
        <TextInput
          name="captcha"
          value={code}
          maxLength={12}
          inputMode={isSound ? 'numeric' : 'text'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          className="min-w-0 flex-1"
          onChange={(event) => onCode(event.target.value.trim())}
        />
        {isSound ? <CaptchaSound captcha={captcha} /> : <CaptchaPicture captcha={captcha} />}
      </div>
    </Field>
  )
}

/** The picture's width: three times its height. */
function CaptchaPicture({ captcha }: { captcha: Captcha }) {
  const t = useText()
  return (
    <button
      type="button"
      aria-label={t('account.captcha.refresh')}
      onClick={captcha.refresh}
      className="hairline flex finger-52 shrink-0 cursor-pointer items-center gap-8 overflow-hidden rounded-14 bg-surface-2 pe-12 hover:bg-surface-3"
    >
      <span className="grid h-52 w-156 place-items-center bg-surface-3">
        {captcha.address ? (
          <img
            src={captcha.address}
            alt={t('account.captcha.picture')}
            className="size-full object-contain"
          />
        ) : captcha.hasFailed ? (
          <span className="px-8 text-center text-11 text-text-2">{t('account.captcha.failed')}</span>
        ) : (
          <Skeleton className="size-full rounded-none" />
        )}
      </span>
      <Icon name="arrow-clockwise" className="size-20 text-text-2" />
    </button>
  )
}
