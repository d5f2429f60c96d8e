import type { Calls } from '@palpite/contract'
import { Button, Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

export type Passkey = Calls['GET /api/app/user/passkeys']['data']['passkeys'][number]

/** One passkey: name, creation, last use, and a remove button. */
export function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useText()
  const format = useFormat()
  const { name, usedAt } = passkey
  const added = format.dayTime(passkey.addedAt)
  return (
    <li className="hairline flex flex-wrap items-center gap-12 rounded-18 bg-surface-2 p-12">
      <Icon name="fingerprint" className="size-22 shrink-0 text-brand-text" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="text-14 font-600 wrap-anywhere">{name}</p>
        <p className="text-12 text-text-2">
          {usedAt === null
            ? t('account.passkeys.unused', { added })
            : t('account.passkeys.times', { added, used: format.when(usedAt) })}
        </p>
      </div>
      <Button
        size="s"
        kind="secondary"
        aria-label={t('account.passkeys.removeOf', { name })}
        onClick={onRemove}
      >
        {t('account.passkeys.remove')}
      </Button>
    </li>
  )
}
