import { Button, FormAction, Sheet } from '@palpite/ui'
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
import { PersonFields } from './PersonFields.tsx'

/** How long the flipped card is shown before the cash panel opens. */
const shownMs = 900

/** Name and CPF, required before top-ups and withdrawals. Continues to the cash panel, or back. */
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
      // Reloads the withdrawal keys: one may be derived from this CPF.
      await refreshCalls('GET /api/app/order/getWithdraw')
      const check = await api('GET /api/app/documents/check', { inline: true }).catch(() => undefined)
      return check?.isNeeded === true && check.state !== 'approved'
    },
    onSuccess: (asksDocuments) => {
      toast(t('account.kyc.done'), { icon: 'check-circle-fill' })
      setTimeout(() => {
        // If the sheet was closed meanwhile, the player is elsewhere.
        if (!asksDocuments && openOverlayName() === 'kyc') leadOn()
      }, shownMs)
    },
  })
  const isKnown = saving.isSuccess || user?.kyc === 1
  const check = useDocumentCheck(isKnown)
  // A pending form has the main button; continuing without it is secondary.
  const hasStep = check?.isNeeded === true && check.state !== 'approved' && check.state !== 'checking'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (saving.isPending) return
    if (isKnown) return leadOn()
    // No field is required (SPEC §5): the server validates the input.
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
            <PersonFields name={name} onName={setName} cpf={cpf} onCpf={setCpf} />
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
