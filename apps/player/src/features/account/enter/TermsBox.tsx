import { Checkbox } from '@palpite/ui'
import { helpHref, type HelpPage } from '../../../shared/paths.ts'
import { RichText } from '../../../shared/text/RichText.tsx'
import { useText } from '../../../shared/text/text.ts'

type Props = { agrees: boolean; onAgrees: (agrees: boolean) => void; isMissing: boolean }

/** The accepted documents, each linked. They open beside the form, so its input is kept. */
export function TermsBox({ agrees, onAgrees, isMissing }: Props) {
  const t = useText()
  const link = (page: HelpPage) => (words: string) => (
    <a
      href={helpHref(page)}
      target="_blank"
      rel="noopener"
      className="font-600 text-brand-text underline underline-offset-2 hover:no-underline"
    >
      {words}
    </a>
  )
  return (
    <div>
      <Checkbox
        checked={agrees}
        aria-invalid={isMissing || undefined}
        onChange={(event) => onAgrees(event.target.checked)}
      >
        <RichText
          text={t('account.register.terms')}
          marks={{ terms: link('terms'), privacy: link('privacy') }}
        />
      </Checkbox>
      {isMissing && (
        <p role="alert" className="text-12 font-500 text-loss">
          {t('account.register.termsMissing')}
        </p>
      )}
    </div>
  )
}
