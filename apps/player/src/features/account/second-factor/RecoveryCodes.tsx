import { Button, FormAction } from '@palpite/ui'
import { CopyText } from '../../../shared/CopyText.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import { useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'

type Props = { codes: readonly string[]; onDone: () => void }

/** The recovery codes, shown once: copy, save, write down. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useText()
  const saveButton = useFirstFocus<HTMLButtonElement>()
  const lines = codes.join('\n')
  return (
    <>
      <p className="text-14 text-text-2">{t('account.factor.codesAbout')}</p>
      <ul className="hairline grid grid-cols-2 gap-8 rounded-18 bg-surface-2 p-12 text-center text-14 font-600 tabular-nums">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-center gap-8">
        <CopyText text={lines} label={t('account.factor.copyCodes')} />
        <Button
          ref={saveButton}
          size="s"
          kind="secondary"
          onClick={() => saveFile('palpite.txt', `Palpite\n\n${lines}\n`, 'text/plain')}
        >
          {t('account.factor.saveCodes')}
        </Button>
      </div>
      <FormAction>
        <Button block onClick={onDone}>
          {t('account.factor.codesKept')}
        </Button>
      </FormAction>
    </>
  )
}
