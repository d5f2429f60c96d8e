import { CopyButton } from '@palpite/ui'
import { Facts } from '../../../shared/Facts.tsx'
import { useText } from '../../../shared/text.ts'

/** The secret of a new key, which no other call returns. */
export function KeySecret({ made: { keyId, secret } }: { made: { keyId: string; secret: string } }) {
  const t = useText()
  return (
    <section aria-label={t('studios.secret.title')} className="grid gap-10">
      <p className="text-13">{t('studios.secret.text')}</p>
      <Facts facts={[[t('studios.key.id'), <code key="id">{keyId}</code>]]} />
      <div className="hairline flex items-center gap-8 rounded-14 px-14 py-10">
        <code className="flex-1 text-13 font-600 wrap-anywhere">{secret}</code>
        <CopyButton
          text={secret}
          label={t('studios.secret.copy')}
          copiedLabel={t('operators.created.copied')}
        />
      </div>
      <p className="text-12 text-text-2">{t('studios.secret.once')}</p>
    </section>
  )
}
