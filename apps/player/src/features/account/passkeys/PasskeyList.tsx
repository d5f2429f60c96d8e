import { Button, Empty, FormAction } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { knowsPasskeys } from './browser.ts'
import { type Passkey, PasskeyRow } from './PasskeyRow.tsx'

type Props = {
  passkeys: readonly Passkey[]
  max: number
  /** Returned from another step: the focus is on the button below. */
  isBack: boolean
  onAdd: () => void
  onRemove: (passkey: Passkey) => void
}

/** The passkeys and a button to add one; if that is impossible, the reason. */
export function PasskeyList({ passkeys, max, isBack, onAdd, onRemove }: Props) {
  const t = useText()
  const addButton = useFirstFocus<HTMLButtonElement>(isBack)
  const obstacle = !knowsPasskeys()
    ? t('account.passkeys.unsupported')
    : passkeys.length >= max
      ? t('account.passkeys.full', { max })
      : undefined
  return (
    <>
      <p className="text-14 text-text-2">{t('account.passkeys.about')}</p>
      {passkeys.length === 0 ? (
        <Empty icon="fingerprint" title={t('account.passkeys.none')} />
      ) : (
        <ul className="grid gap-8">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.key} passkey={passkey} onRemove={() => onRemove(passkey)} />
          ))}
        </ul>
      )}
      {obstacle !== undefined && <p className="text-12 text-text-2">{obstacle}</p>}
      <FormAction>
        <Button ref={addButton} block disabled={obstacle !== undefined} onClick={onAdd}>
          {t('account.passkeys.add')}
        </Button>
      </FormAction>
    </>
  )
}
