import { Button } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { textLanguages } from '@palpite/contract/languages'
import { useAddress } from '../../../shared/address.ts'
import type { ApiError } from '../../../shared/api.ts'
import { onlyOf, useAsked, wholeList } from '../../../shared/ask-again.ts'
import { DataList } from '../../../shared/DataList.tsx'
import { useFormat } from '../../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  momentColumn,
  tagColumn,
  wordColumn,
} from '../../../shared/list-column.tsx'
import { useMay } from '../../../shared/me.ts'
import { Page } from '../../../shared/Page.tsx'
import { Choice, useChoice } from '../../../shared/Pick.tsx'
import { useText } from '../../../shared/text.ts'
import { PromotionTabs } from '../PromotionTabs.tsx'
import {
  type Campaign,
  type Campaigns,
  isInView,
  missingLanguages,
  statusNames,
  statusTones,
  viewNames,
} from './campaign.ts'
import { CampaignDrawer } from './CampaignDrawer.tsx'
import { CampaignForm } from './CampaignForm.tsx'

/** Messages to many players: every campaign with its state and what it sent. */
export function CampaignsPage() {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const mayPropose = useMay('settings.propose')
  const view = useChoice('ver', viewNames)
  const asked = useAsked('GET /api/backoffice/campaigns', { query: {} })
  const { data } = asked
  const all = wholeList({ ...asked, data: data?.campaigns } as UseQueryResult<readonly Campaign[], ApiError>)
  return (
    <Page
      title={t('nav.promotions.name')}
      note={t('campaigns.page.note')}
      aside={
        mayPropose && (
          <Button size="s" onClick={() => address.set({ nova: 'sim', aberto: '' })}>
            {t('campaigns.plan.button')}
          </Button>
        )
      }
      drawer={data && <CampaignsDrawer data={data} />}
    >
      <PromotionTabs />
      <DataList
        title={t('campaigns.page.title')}
        columns={columns}
        list={onlyOf(all, (row) => isInView(view, row))}
        keyOf={({ campaignId }) => campaignId}
        open={{
          key: address.get('aberto'),
          onOpen: (key) => address.set({ aberto: key, nova: '' }),
        }}
        empty={{ title: t('campaigns.list.empty') }}
        filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
        isFiltered={view !== 'all'}
        onClearFilters={() => address.set({ ver: '' })}
      />
    </Page>
  )
}

/** The form of a new campaign (`nova`), or the open one. */
function CampaignsDrawer({ data }: { data: Campaigns }) {
  const address = useAddress()
  const close = () => address.set({ aberto: '', nova: '' })
  if (address.get('nova') !== '')
    return (
      <CampaignForm
        data={data}
        onClose={close}
        onDone={(campaignId) => address.set({ nova: '', aberto: campaignId })}
      />
    )
  const open = data.campaigns.find(({ campaignId }) => campaignId === address.get('aberto'))
  return open && <CampaignDrawer key={open.campaignId} campaign={open} titles={data.titles} onClose={close} />
}

function useColumns(): readonly ListColumn<Campaign>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'name', head: 'campaigns.field.name', of: ({ name }) => name }),
      tagColumn({ id: 'status', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      momentColumn({ id: 'sendAt', head: 'campaigns.field.sendAt', of: ({ sendAt }) => sendAt }, format.time),
      momentColumn({ id: 'endsAt', head: 'campaigns.field.endsAt', of: ({ endsAt }) => endsAt }, format.time),
      figureColumn({ id: 'sent', head: 'campaigns.field.sent', of: ({ sentCount }) => sentCount }, format),
      figureColumn(
        { id: 'leftOut', head: 'campaigns.field.leftOut', of: ({ leftOutCount }) => leftOutCount },
        format,
      ),
      figureColumn(
        {
          id: 'languages',
          head: 'campaigns.languages.name',
          of: ({ texts }) => textLanguages.length - missingLanguages(texts).length,
        },
        format,
      ),
      {
        id: 'by',
        head: 'promotions.column.by',
        cell: ({ proposedBy }) => t('shell.operator.id', { id: proposedBy }),
        csv: ({ proposedBy }) => String(proposedBy),
      },
    ],
    [t, format],
  )
}
