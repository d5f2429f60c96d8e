import { CopyButton, ErrorCard, Skeleton, StatusTag } from '@palpite/ui'
import { Drawer } from '../../shared/Drawer.tsx'
import { useLook } from '../../shared/look.ts'
import { languageName } from '../../shared/language-name.ts'
import { useText } from '../../shared/text.ts'
import { doubtNames, doubtTones, keyOf, type PlayerText } from './player-text.ts'
import { useAllLanguages } from './use-texts.ts'

/** One text in every language, with its placeholders and modules. */
export function TextDrawer({ of, onClose }: { of: PlayerText; onClose: () => void }) {
  const t = useText()
  const { language: spoken } = useLook()
  const all = useAllLanguages()
  return (
    <Drawer title={keyOf(of)} onClose={onClose}>
      <div>
        <CopyButton text={keyOf(of)} label={t('texts.key.copy')} copiedLabel={t('texts.key.copied')} />
      </div>
      {all.isPending && <Skeleton className="h-240" />}
      {all.error && (
        <ErrorCard
          title={t('list.failed.title')}
          text={t('list.failed.text')}
          retryLabel={t('list.failed.retry')}
          onRetry={() => void all.refetch()}
        />
      )}
      <dl className="grid gap-14 text-13">
        {all.data?.map(({ language, texts, doubts }) => {
          const doubt = doubts[of.key]
          return (
            <div key={language}>
              <dt className="flex items-center gap-8 text-12 font-600 text-text-2">
                {languageName(language, spoken)}
                {doubt && <StatusTag tone={doubtTones[doubt]}>{t(doubtNames[doubt])}</StatusTag>}
              </dt>
              <dd lang={language} className="mt-2 wrap-anywhere whitespace-pre-line">
                {texts[of.key] ?? '–'}
              </dd>
            </div>
          )
        })}
      </dl>
      <Named title={t('texts.values.title')} names={of.values} none={t('texts.values.none')} />
      <Named title={t('texts.used.title')} names={of.usedIn} none={t('texts.used.none')} />
    </Drawer>
  )
}

function Named({ title, names, none }: { title: string; names: readonly string[]; none: string }) {
  return (
    <section>
      <h3 className="mb-6 text-13 font-700">{title}</h3>
      {names.length === 0 && <p className="text-13 text-text-2">{none}</p>}
      <ul className="grid gap-4 text-12">
        {names.map((name) => (
          <li key={name} className="wrap-anywhere">
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
