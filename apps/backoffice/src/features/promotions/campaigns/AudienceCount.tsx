import { Button } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../../shared/Answered.tsx'
import { type ApiError, ask } from '../../../shared/api.ts'
import { Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { useText } from '../../../shared/text.ts'
import { addCounts, type Audience, type Count } from './campaign.ts'

/** Counts an audience part by part, as the server limits each. */
async function countAll(audience: Audience): Promise<Count> {
  let total: Count | undefined
  let after: number | null = 0
  while (after !== null) {
    const part: Count = await ask('POST /api/backoffice/campaigns/count', { body: { audience, after } })
    total = total ? addCounts(total, part) : part
    after = part.next
  }
  return total as Count // the loop ran
}

/** How many players would receive a campaign now, and how many not and why; counted when asked for. */
export function AudienceCount({ audience }: { audience: Audience | undefined }) {
  const t = useText()
  const format = useFormat()
  const key = JSON.stringify(audience)
  const [wanted, setWanted] = useState('')
  const isWanted = audience !== undefined && wanted === key
  const asked = useQuery<Count, ApiError>({
    queryKey: ['POST /api/backoffice/campaigns/count', key],
    queryFn: () => countAll(audience as Audience), // runs only with one
    enabled: isWanted,
  })
  if (!isWanted)
    return (
      <Button kind="outline" size="s" disabled={audience === undefined} onClick={() => setWanted(key)}>
        {t('campaigns.count.button')}
      </Button>
    )
  return (
    <Answered asked={asked} skeleton="h-160">
      {({ willReceive, leftOut }) => (
        <div role="status">
          <Facts
            title={t('campaigns.count.title')}
            facts={[
              [t('campaigns.count.will'), format.number(willReceive)],
              [t('campaigns.count.consent'), format.number(leftOut.consent)],
              [t('campaigns.count.break'), format.number(leftOut.break)],
              [t('campaigns.count.harm'), format.number(leftOut.harm)],
              [t('campaigns.count.closed'), format.number(leftOut.closed)],
            ]}
          />
        </div>
      )}
    </Answered>
  )
}
