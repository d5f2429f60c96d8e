import { Button, Checkbox } from '@palpite/ui'
import { useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useEndChat } from './use-support-chat.ts'

/** Asks whether to end the chat, and whether to mail a transcript. */
export function EndChat({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [isMailed, setIsMailed] = useState(false)
  const ending = useEndChat(onDone)
  return (
    <div className="grid gap-8 pb-12">
      <p className="text-14 font-700">{t('support.end.question')}</p>
      <Checkbox name="mail" checked={isMailed} onChange={(event) => setIsMailed(event.target.checked)}>
        {t('support.end.mail')}
      </Checkbox>
      <div className="grid grid-cols-2 gap-8 roomy:grid-cols-1">
        <Button kind="secondary" size="m" onClick={onDone}>
          {t('support.end.stay')}
        </Button>
        <Button size="m" busy={ending.isPending} onClick={() => ending.mutate(isMailed)}>
          {t('support.end.end')}
        </Button>
      </div>
    </div>
  )
}
