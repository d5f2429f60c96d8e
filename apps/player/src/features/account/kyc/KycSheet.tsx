import { isValidCpf, maskCpf } from '@palpite/money'
import { Button, Field, FormAction, Sheet, TextInput } from '@palpite/ui'
import type { FormEvent } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { closeOverlay, openOverlay, openOverlayName, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useDraft } from '../../../shared/use-draft.ts'
import { toast } from '../../../shared/toasts.ts'
import { refreshUser, useUser } from '../../../shared/use-user.ts'
import { DocumentStep, useDocumentCheck } from './DocumentStep.tsx'
import { KycCard } from './KycCard.tsx'

/** The turned card is seen for a moment before the cash panel takes its place. */
const shownMs = 900

/** Who the player is: name and CPF, needed before money comes in or goes out. Leads on to the cash panel, or back. */
export function KycSheet({ tab = 'deposit', next, ...given }: OverlayInputs['kyc']) {
  const t = useText()
  const user = useUser()
  const [name, setName] = useDraft('kyc.name', () => '')
  const [cpf, setCpf] = useDraft('kyc.cpf', () => '')
  const leadOn = () => (next === 'back' ? closeOverlay() : openOverlay('deposit', { ...given, tab }))
  const saving = useCommand({
    mutationFn: async () => {
      const cardNo = cpf.replace(/\D/g, '')
      await api('POST /api/app/user/updateKyc', { body: { name: name.trim(), cardNo }, inline: true })
      await refreshUser().catch(() => undefined)
      // The card that a withdrawal goes to may be made of this very person.
      await refreshCalls('GET /api/app/order/getWithdraw')
      const check = await api('GET /api/app/documents/check', { inline: true }).catch(() => undefined)
      return check?.isNeeded === true && check.state !== 'approved'
    },
    onSuccess: (asksDocuments) => {
      toast(t('account.kyc.done'), { icon: 'check-circle-fill' })
      setTimeout(() => {
        // Whoever closed the sheet meanwhile is somewhere else by now.
        if (!asksDocuments && openOverlayName() === 'kyc') leadOn()
      }, shownMs)
    },
  })
  const digits = cpf.replace(/\D/g, '')
  const isWrongCpf = !isValidCpf(digits) && digits.length === 11
  const isKnown = saving.isSuccess || user?.kyc === 1
  const check = useDocumentCheck(isKnown)
  // What is still asked has a main button of its own; going on without it is the lesser one.
  const hasStep = check?.isNeeded === true && check.state !== 'approved' && check.state !== 'checking'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    if (isKnown) return leadOn()
    // No field is required (SPEC §5): whatever was typed is the server's to judge.
    saving.mutate()
  }

  return (
    <Sheet
      desk="panel"
      title={t('account.kyc.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-14 px-16 pb-12">
        {!isKnown && <p className="text-14 text-text-2">{t('account.kyc.why')}</p>}
        <KycCard name={name || (user?.name ?? '')} cpf={cpf} isProvided={isKnown} />
        {!isKnown && (
          <>
            <Field label={t('account.kyc.name')} hint={t('account.kyc.nameMissing')}>
              <TextInput
                name="name"
                autoComplete="name"
                autoCapitalize="words"
                enterKeyHint="next"
                maxLength={120}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field
              label={t('account.kyc.cpf')}
              hint={t('account.kyc.cpfHint')}
              error={isWrongCpf ? t('account.kyc.cpfWrong') : undefined}
            >
              <TextInput
                name="cpf"
                inputMode="numeric"
                autoComplete="off"
                enterKeyHint="done"
                placeholder={t('account.kyc.sampleCpf')}
                value={cpf}
                onChange={(event) => setCpf(maskCpf(event.target.value))}
              />
            </Field>
            <p className="text-13 text-text-2">{t('account.kyc.tip')}</p>
            <HelpArticle slug="account" />
          </>
        )}
        {check && (check.isNeeded || check.state !== 'none') && <DocumentStep check={check} />}
        {/* Silent for the rest of the app: no alert, no error page, one quiet line (docs/decisions/0010). */}
        <p role="status" className="text-13 text-text-2 empty:hidden">
          {saving.isError &&
            `${t('account.kyc.failed')} ${serverMessageOf(saving.error) || t('app.connection.slow')}`}
        </p>
        {hasStep ? (
          <Button block submit kind="ghost">
            {t('account.kyc.onward')}
          </Button>
        ) : (
          <FormAction>
            <Button block submit busy={saving.isPending}>
              {t(isKnown ? 'account.kyc.onward' : 'account.kyc.submit')}
            </Button>
          </FormAction>
        )}
        <p role="status" className="sr-only">
          {isKnown && t('account.kyc.provided')}
        </p>
      </form>
    </Sheet>
  )
}
