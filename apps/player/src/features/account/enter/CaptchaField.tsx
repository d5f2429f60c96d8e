import { Field, Icon, Skeleton, TextInput } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import type { Captcha } from './use-captcha.ts'

type Props = {
  captcha: Captcha
  code: string
  onCode: (code: string) => void
  error?: string | undefined
}

/** The characters of a picture, to be typed. Pressing the picture draws another. */
export function CaptchaField({ captcha, code, onCode, error }: Props) {
  const t = useText()
  return (
    <Field label={t('account.captcha.label')} error={error}>
      <div className="flex gap-8">
        <TextInput
          name="captcha"
          value={code}
          maxLength={12}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          className="min-w-0 flex-1"
          onChange={(event) => onCode(event.target.value.trim())}
        />
        <button
          type="button"
          aria-label={t('account.captcha.refresh')}
          onClick={captcha.refresh}
          className="hairline flex min-h-52 shrink-0 cursor-pointer items-center gap-8 overflow-hidden rounded-14 bg-surface-2 pe-12"
        >
          <span className="grid h-52 w-130 place-items-center bg-surface-3">
            {captcha.image ? (
              <img
                src={captcha.image}
                alt={t('account.captcha.picture')}
                className="size-full object-cover"
              />
            ) : captcha.hasFailed ? (
              <span className="px-8 text-center text-11 text-text-2">{t('account.captcha.failed')}</span>
            ) : (
              <Skeleton className="size-full rounded-none" />
            )}
          </span>
          <Icon name="arrow-clockwise" className="size-20 text-text-2" />
        </button>
      </div>
    </Field>
  )
}
