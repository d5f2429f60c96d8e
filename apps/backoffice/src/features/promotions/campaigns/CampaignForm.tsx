import { Button } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../shared/ask-again.ts'
import { Drawer } from '../../../shared/Drawer.tsx'
import { wordsOf } from '../../../shared/failure.ts'
import { say } from '../../../shared/notices.ts'
import { useRequestId } from '../../../shared/request-id.ts'
import { TextArea } from '../../../shared/TextArea.tsx'
import { useText } from '../../../shared/text.ts'
import { AudienceCount } from './AudienceCount.tsx'
import { audienceTyped, type Campaigns, contentTyped, emptyCampaign } from './campaign.ts'
import { CampaignFields } from './CampaignFields.tsx'
import { CampaignPreview } from './CampaignPreview.tsx'
import { Languages } from './Languages.tsx'

type Props = { data: Campaigns; onClose: () => void; onDone: (campaignId: string) => void }

/** The form of a campaign, with its count and its preview. */
export function CampaignForm({ data, onClose, onDone }: Props) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const [typed, setTyped] = useState(emptyCampaign)
  const command = useCommand('POST /api/backoffice/campaigns')
  const read = contentTyped(typed)
  const propose = (event: FormEvent) => {
    event.preventDefault()
    if ('missing' in read) return
    command.mutate(
      { body: { requestId, ...read.content } },
      {
        onSuccess: ({ campaignId }) => {
          say(t('campaigns.plan.done'))
          onDone(campaignId)
        },
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  }
  return (
    <Drawer title={t('campaigns.plan.button')} onClose={onClose}>
      <form onSubmit={propose} className="grid gap-14">
        <CampaignFields typed={typed} hasLevels={data.hasLevels} onType={setTyped} />
        <TextArea
          label={t('promotions.column.reason')}
          hint={t('reason.field.min')}
          rows={2}
          value={typed.reason}
          onChange={(reason) => setTyped({ ...typed, reason })}
        />
        <AudienceCount audience={audienceTyped(typed)} />
        <Button submit size="s" busy={command.isPending} disabled={'missing' in read}>
          {t('promotions.propose.button')}
        </Button>
        {'missing' in read && <p className="-mt-6 text-12 text-text-2">{t(read.missing)}</p>}
      </form>
      <Languages texts={typed.texts} />
      <CampaignPreview titles={data.titles} texts={typed.texts} />
    </Drawer>
  )
}
