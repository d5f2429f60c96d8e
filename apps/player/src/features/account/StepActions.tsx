import { Button, FormAction } from '@palpite/ui'
import { useText } from '../../shared/text/text.ts'

type Props = {
  /** The submit button's text. */
  action: string
  isDanger?: boolean
  isBusy: boolean
  onBack: () => void
}

/** The footer of a step's form: submit and back. */
export function StepActions({ action, isDanger = false, isBusy, onBack }: Props) {
  const t = useText()
  return (
    <>
      <FormAction>
        <Button block submit kind={isDanger ? 'danger' : 'primary'} busy={isBusy}>
          {action}
        </Button>
      </FormAction>
      <Button kind="ghost" size="s" onClick={onBack}>
        {t('app.back.label')}
      </Button>
    </>
  )
}
